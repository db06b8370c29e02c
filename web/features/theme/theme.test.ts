import { minifySync } from 'vite'
import { expect, test, vi } from 'vitest'
import source from '../../app/bootstrap.js?raw'
import { createThemeStore, parseChoice, themeFor } from './theme.ts'

function browser({
  stored,
  systemIsLight = false,
}: {
  stored?: string
  systemIsLight?: boolean
} = {}) {
  const storage = new Map(stored ? [['theme', stored]] : [])
  const systemListeners: (() => void)[] = []
  const tabListeners: ((key: string | null) => void)[] = []
  const media = {
    matches: systemIsLight,
    addEventListener: (_: string, listener: () => void) => void systemListeners.push(listener),
  }
  const shown = vi.fn()
  const store = createThemeStore({
    storage: {
      get: (key) => storage.get(key) ?? null,
      set: (key, value) => void (value === null ? storage.delete(key) : storage.set(key, value)),
    },
    systemIsLight: media as Pick<MediaQueryList, 'matches' | 'addEventListener'>,
    onOtherTab: (listener) => tabListeners.push(listener),
    apply: shown,
  })
  return {
    store,
    shown,
    storage,
    changeSystem(light: boolean) {
      media.matches = light
      for (const listener of systemListeners) listener()
    },
    otherTabStores(choice: string) {
      storage.set('theme', choice)
      for (const listener of tabListeners) listener('theme')
    },
  }
}

test('theme: it follows the system unless one was chosen', () => {
  expect(themeFor('system', true)).toBe('light')
  expect(themeFor('system', false)).toBe('dark')
  expect(themeFor('dark', true)).toBe('dark')
  expect(themeFor('light', false)).toBe('light')
})

test('theme: an unknown stored value means system', () => {
  expect(parseChoice('light')).toBe('light')
  expect(parseChoice('sepia')).toBe('system')
  expect(parseChoice(null)).toBe('system')
})

test('theme: a choice is applied and stored', () => {
  const { store, shown, storage } = browser()
  store.choose('light')
  expect(shown).toHaveBeenLastCalledWith('light')
  expect(storage.get('theme')).toBe('light')
  store.choose('system')
  expect(shown).toHaveBeenLastCalledWith('dark')
  expect(storage.has('theme')).toBe(false)
})

test('theme: a system change before the code was loaded is applied', () => {
  expect(browser({ systemIsLight: true }).shown).toHaveBeenLastCalledWith('light')
  expect(browser({ stored: 'dark', systemIsLight: true }).shown).toHaveBeenLastCalledWith('dark')
})

test('theme: it follows the system only while that is the choice', () => {
  const { store, shown, changeSystem } = browser()
  changeSystem(true)
  expect(shown).toHaveBeenLastCalledWith('light')
  store.choose('dark')
  changeSystem(false)
  changeSystem(true)
  expect(shown).toHaveBeenLastCalledWith('dark')
})

test('theme: a choice made in another tab is applied', () => {
  const { store, shown, otherTabStores } = browser()
  otherTabStores('light')
  expect(store.get()).toBe('light')
  expect(shown).toHaveBeenLastCalledWith('light')
})

function runBootstrap(stored: string | null, systemIsLight: boolean) {
  const meta = { content: '' }
  const document = {
    documentElement: { dataset: { theme: '' } },
    querySelector: () => meta,
    cookie: '',
  }
  const localStorage = { getItem: () => stored }
  const matchMedia = () => ({ matches: systemIsLight })
  const addEventListener = () => {}
  new Function('document', 'localStorage', 'matchMedia', 'addEventListener', source)(
    document,
    localStorage,
    matchMedia,
    addEventListener,
  )
  return { theme: document.documentElement.dataset.theme, meta, cookie: document.cookie }
}

test.each([null, 'system', 'light', 'dark', 'sepia'])(
  'bootstrap.js: it applies the same theme as the switch for stored value %s',
  (stored) => {
    for (const systemIsLight of [true, false])
      expect(runBootstrap(stored, systemIsLight).theme).toBe(
        themeFor(parseChoice(stored), systemIsLight),
      )
  },
)

test('bootstrap.js: it sets the theme color and the cookie', () => {
  expect(runBootstrap('light', false)).toMatchObject({
    meta: { content: '#f8f3ea' },
    cookie: expect.stringContaining('theme=light; Path=/;'),
  })
})

test('bootstrap.js: it is smaller than 1 KB', () => {
  expect(minifySync('bootstrap.js', source).code.length).toBeLessThan(1024)
})
