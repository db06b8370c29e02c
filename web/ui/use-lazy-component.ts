import { type ComponentType, useCallback, useState } from 'react'
import { useToasts } from './toast/toast-store.ts'

/** A component, such as a dialog, whose chunk is loaded when it is first opened. */
export function useLazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  const toasts = useToasts()
  const [opened, setOpened] = useState<{ Component: ComponentType<Props> } | null>(null)
  const open = useCallback(() => {
    load().then(
      (Component) => setOpened({ Component }),
      () =>
        toasts.show({
          title: 'Error',
          text: 'Something went wrong. Please try again.',
          tone: 'failure',
        }),
    )
  }, [load, toasts])
  const close = useCallback(() => setOpened(null), [])
  /** `Component` is undefined while closed. */
  return { Component: opened?.Component, open, close }
}
