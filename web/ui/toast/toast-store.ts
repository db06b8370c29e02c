import { createContext, useContext } from 'react'
import { createStore } from '#web/lib/store.ts'

/** One toast at a time: a new one replaces the current one. */

export type ToastTone = 'plain' | 'success' | 'failure' | 'sign-in'
/** Leads to a page, or does something. */
export type ToastAction = { label: string } & ({ href: string } | { onClick: () => void })
export type ToastText = {
  title: string
  text?: string
  tone?: ToastTone
  duration?: number
  actions?: readonly ToastAction[]
}
export type Toast = ToastText & { id: number; open: boolean }

/** Default duration on screen, and delay until a dismissed toast is removed. */
export const toastTimes = { shown: 5_000, removedAfter: 1_000_000 } as const

export type ToastStore = ReturnType<typeof createToastStore>

export function createToastStore() {
  const store = createStore<Toast | null>(null)
  let lastId = 0
  let removal: ReturnType<typeof setTimeout> | undefined
  /** Removed later, so that its exit animation can finish. */
  function dismiss(id: number) {
    const toast = store.get()
    if (toast?.id !== id || !toast.open) return
    store.set({ ...toast, open: false })
    removal = setTimeout(() => store.set(null), toastTimes.removedAfter)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Returns a function that closes it, if it is still open. */
    show(toast: ToastText): () => void {
      clearTimeout(removal)
      lastId += 1
      const id = lastId
      store.set({ ...toast, id, open: true })
      return () => dismiss(id)
    },
    dismiss,
  }
}

const ToastContext = createContext<ToastStore | null>(null)
export const ToastProvider = ToastContext.Provider

/** Access to the toast store for any component. */
export function useToasts(): ToastStore {
  const store = useContext(ToastContext)
  if (!store) throw new Error('useToasts needs a ToastProvider above it')
  return store
}
