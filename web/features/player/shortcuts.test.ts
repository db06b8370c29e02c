import { describe, expect, it } from 'vitest'
import { type Focus, shortcutOf } from './shortcuts.ts'

const page: Focus = { takesAllKeys: false, takesSpace: false, takesArrows: false }

function press(key: string, options: Partial<Parameters<typeof shortcutOf>[0]> = {}, at = page) {
  const modifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  return shortcutOf({ key, ...modifiers, repeat: false, defaultPrevented: false, ...options }, at)
}

const everyKey = [' ', 'ArrowLeft', 'ArrowRight', 'm', 'n', 'p', '?']

describe('shortcuts', () => {
  it.each([
    [' ', 'toggle'],
    ['ArrowLeft', 'back'],
    ['ArrowRight', 'forward'],
    ['m', 'mute'],
    ['M', 'mute'],
    ['n', 'next'],
    ['p', 'previous'],
    ['?', 'help'],
    ['/', undefined],
    ['Enter', undefined],
    ['ArrowUp', undefined],
    ['toString', undefined],
  ])('%j', (key, shortcut) => {
    expect(press(key)).toBe(shortcut)
  })

  it('are none of them while typing or in a dialog', () => {
    for (const key of everyKey)
      expect(press(key, {}, { ...page, takesAllKeys: true })).toBeUndefined()
  })

  it('are none of them with a modifier, or when somebody has already acted', () => {
    for (const taken of ['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'] as const)
      for (const key of everyKey) expect(press(key, { [taken]: true })).toBeUndefined()
    expect(press('N', { shiftKey: true })).toBeUndefined()
    expect(press('?', { shiftKey: true })).toBe('help')
  })

  it('leave Space to a button and arrows to a slider', () => {
    expect(press(' ', {}, { ...page, takesSpace: true })).toBeUndefined()
    expect(press('m', {}, { ...page, takesSpace: true })).toBe('mute')
    expect(press('ArrowLeft', {}, { ...page, takesArrows: true })).toBeUndefined()
    expect(press(' ', {}, { ...page, takesArrows: true })).toBe('toggle')
  })

  it('do not repeat while a key is held, except for seeking', () => {
    for (const key of everyKey)
      expect(Boolean(press(key, { repeat: true }))).toBe(key.startsWith('Arrow'))
  })
})
