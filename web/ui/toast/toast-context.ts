import { createContext, useContext } from 'react'
import type { ToastStore } from './toast-store.ts'

const ToastContext = createContext<ToastStore | null>(null)
export const ToastProvider = ToastContext.Provider

/** Where any part of the screen leaves a message for the person. */
export function useToasts(): ToastStore {
  const store = useContext(ToastContext)
  if (!store) throw new Error('useToasts needs a ToastProvider above it')
  return store
}
