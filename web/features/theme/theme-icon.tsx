import { Monitor, Moon, Sun } from 'lucide-react'
import type { ThemeChoice } from './theme.ts'

const icons: Record<ThemeChoice, typeof Sun> = { system: Monitor, light: Sun, dark: Moon }

export function ThemeIcon({ choice }: { choice: ThemeChoice }) {
  const Icon = icons[choice]
  return <Icon aria-hidden="true" />
}
