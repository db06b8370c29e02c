import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ThemeChoice, ThemeStore } from './theme.ts'

const ThemeContext = createContext<ThemeStore | null>(null)
export const ThemeProvider = ThemeContext.Provider

export function useTheme(): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const store = useContext(ThemeContext)
  if (!store) throw new Error('useTheme needs a ThemeProvider above it')
  const choice = useSyncExternalStore(store.subscribe, store.get, () => 'system' as const)
  return { choice, choose: store.choose }
}
