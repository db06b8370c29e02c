import { Monitor, Moon, Sun } from 'lucide-react'
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

const icons: Record<ThemeChoice, typeof Sun> = { system: Monitor, light: Sun, dark: Moon }

export function ThemeIcon({ choice }: { choice: ThemeChoice }) {
  const Icon = icons[choice]
  return <Icon aria-hidden="true" />
}
