import { minifySync } from 'vite'
import { describe, expect, it, vi } from 'vitest'
import source from '../../app/bootstrap.js?raw'
import { createThemeStore, parseChoice, themeFor } from './theme.ts'

function browser({ kept, systemIsLight = false }: { kept?: string; systemIsLight?: boolean } = {}) {
  const storage = new Map(kept ? [['theme', kept]] : [])
  const systemListeners: (() => void)[] = []
  const tabListeners: ((key: string | null) => void)[] = []
  const media = {
    matches: systemIsLight,
    addEventListener: (_: string, listener: () => void) => void systemListeners.push(listener),
  }
  const shown = vi.fn()
  const store = createThemeStore({
    memory: {
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
    systemTurns(light: boolean) {
      media.matches = light
      for (const listener of systemListeners) listener()
    },
    otherTabKeeps(choice: string) {
      storage.set('theme', choice)
      for (const listener of tabListeners) listener('theme')
    },
  }
}

describe('theme', () => {
  it('follows the system unless a person chose', () => {
    expect(themeFor('system', true)).toBe('light')
    expect(themeFor('system', false)).toBe('dark')
    expect(themeFor('dark', true)).toBe('dark')
    expect(themeFor('light', false)).toBe('light')
  })

  it('takes anything unknown in storage for "system"', () => {
    expect(parseChoice('light')).toBe('light')
    expect(parseChoice('sepia')).toBe('system')
    expect(parseChoice(null)).toBe('system')
  })

  it('shows and remembers a choice', () => {
    const { store, shown, storage } = browser()
    store.choose('light')
    expect(shown).toHaveBeenLastCalledWith('light')
    expect(storage.get('theme')).toBe('light')
    store.choose('system')
    expect(shown).toHaveBeenLastCalledWith('dark')
    expect(storage.has('theme')).toBe(false)
  })

  it('is that of now when the code comes, whatever it was when the page was drawn', () => {
    expect(browser({ systemIsLight: true }).shown).toHaveBeenLastCalledWith('light')
    expect(browser({ kept: 'dark', systemIsLight: true }).shown).toHaveBeenLastCalledWith('dark')
  })

  it('turns with the system only while that is the choice', () => {
    const { store, shown, systemTurns } = browser()
    systemTurns(true)
    expect(shown).toHaveBeenLastCalledWith('light')
    store.choose('dark')
    systemTurns(false)
    systemTurns(true)
    expect(shown).toHaveBeenLastCalledWith('dark')
  })

  it('follows a choice made in another tab', () => {
    const { store, shown, otherTabKeeps } = browser()
    otherTabKeeps('light')
    expect(store.get()).toBe('light')
    expect(shown).toHaveBeenLastCalledWith('light')
  })
})

describe('bootstrap.js', () => {
  function boot(kept: string | null, systemIsLight: boolean) {
    const meta = { content: '' }
    const document = {
      documentElement: { dataset: { theme: '' } },
      querySelector: () => meta,
      cookie: '',
    }
    const localStorage = { getItem: () => kept }
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

  it.each([null, 'system', 'light', 'dark', 'sepia'])('agrees with the switch for %s', (kept) => {
    for (const systemIsLight of [true, false])
      expect(boot(kept, systemIsLight).theme).toBe(themeFor(parseChoice(kept), systemIsLight))
  })

  it('colours the browser bar and tells the server', () => {
    expect(boot('light', false)).toMatchObject({
      meta: { content: '#f8f3ea' },
      cookie: expect.stringContaining('theme=light; Path=/;'),
    })
  })

  it('stays under 1 KB', () => {
    expect(minifySync('bootstrap.js', source).code.length).toBeLessThan(1024)
  })
})
