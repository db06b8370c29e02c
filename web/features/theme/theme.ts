import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import { createStore } from '#web/lib/store.ts'

/** `bootstrap.js` applies the theme before the first paint; this module changes it later. */

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]
type Theme = 'light' | 'dark'

const key = 'theme'
const barColors: Record<Theme, string> = { light: '#f8f3ea', dark: '#14100d' }

export function parseChoice(stored: string | null): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? 'system'
}

export function themeFor(choice: ThemeChoice, systemIsLight: boolean): Theme {
  if (choice !== 'system') return choice
  return systemIsLight ? 'light' : 'dark'
}

export type ThemeStore = ReturnType<typeof createThemeStore>

/** Syncs the choice with the page, the browser's storage, the system and other tabs. */
export function createThemeStore(page: {
  storage: BrowserStorage
  systemIsLight: Pick<MediaQueryList, 'matches' | 'addEventListener'>
  onOtherTab: (changed: (key: string | null) => void) => void
  apply: (theme: Theme) => void
}) {
  const read = () => parseChoice(page.storage.get(key))
  const store = createStore<ThemeChoice>(read())
  const apply = () => page.apply(themeFor(store.get(), page.systemIsLight.matches))
  page.systemIsLight.addEventListener('change', apply)
  page.onOtherTab((changed) => {
    if (changed !== key) return
    store.set(read())
    apply()
  })
  // The system theme may have changed while the code was loading.
  apply()

  return {
    get: store.get,
    subscribe: store.subscribe,
    choose(choice: ThemeChoice) {
      store.set(choice)
      apply()
      page.storage.set(key, choice === 'system' ? null : choice)
    },
  }
}

/** Applies the theme to the page, and to server-rendered pages by a cookie. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (dataset['theme'] === theme) return
  dataset['theme'] = theme
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (bar) bar.content = barColors[theme]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in all browsers
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`
}
