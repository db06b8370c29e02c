/** `isLeaving`: the page is unloaded; otherwise it is hidden, which on phones may be the last event. */
export type OnPageHide = (listener: (isLeaving: boolean) => void) => void

export function onPageHide(listener: (isLeaving: boolean) => void, signal?: AbortSignal): void {
  const options = signal && { signal }
  addEventListener('pagehide', () => listener(true), options)
  document.addEventListener('visibilitychange', () => document.hidden && listener(false), options)
}
