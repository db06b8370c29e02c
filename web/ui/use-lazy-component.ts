import { type ComponentType, useCallback, useState } from 'react'
import { type ToastStore, useToasts } from './toast/toast-store.ts'

export type Load<Props> = () => Promise<ComponentType<Props>>

/** Loads what a press opens, and says so if that fails. */
export function loadComponent<Props>(
  load: Load<Props>,
  toasts: ToastStore,
  onLoaded: (Component: ComponentType<Props>) => void,
): void {
  load().then(onLoaded, () =>
    toasts.show({
      title: 'Error',
      text: 'Something went wrong. Please try again.',
      tone: 'failure',
    }),
  )
}

/** A menu or panel in its place on the page, whose chunk is loaded when it is first opened. */
export function useLazyComponent<Props>(load: Load<Props>) {
  const toasts = useToasts()
  const [opened, setOpened] = useState<{ Component: ComponentType<Props> } | null>(null)
  const open = useCallback(
    () => loadComponent(load, toasts, (Component) => setOpened({ Component })),
    [load, toasts],
  )
  const close = useCallback(() => setOpened(null), [])
  /** `Component` is undefined while closed. */
  return { Component: opened?.Component, open, close }
}
