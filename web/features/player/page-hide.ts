/** `isLeaving`: the page is unloaded; otherwise it is hidden, which on phones may be the last event. */
export type OnPageHide = (listener: (isLeaving: boolean) => void) => void

export const onPageHide: OnPageHide = (listener) => {
  addEventListener('pagehide', () => listener(true))
  document.addEventListener('visibilitychange', () => document.hidden && listener(false))
}
