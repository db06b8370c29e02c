import { expect, test } from 'vitest'
import { type FocusedElement, shortcutFor } from './shortcuts.ts'

const page: FocusedElement = { usesAllKeys: false, usesSpace: false, usesArrows: false }

function press(key: string, options: Partial<Parameters<typeof shortcutFor>[0]> = {}, at = page) {
  const modifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  return shortcutFor({ key, ...modifiers, repeat: false, defaultPrevented: false, ...options }, at)
}

const everyKey = [' ', 'ArrowLeft', 'ArrowRight', 'm', 'n', 'p', '?']

test.each([
  [' ', 'toggle'],
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'forward'],
  ['m', 'mute'],
  ['M', 'mute'],
  ['n', 'next'],
  ['p', 'previous'],
  ['s', 'shuffle'],
  ['r', 'repeat'],
  ['q', 'queue'],
  ['a', 'autoplay'],
  ['j', 'skipBack'],
  ['l', 'skipForward'],
  ['<', 'slower'],
  ['>', 'faster'],
  ['t', 'sleep'],
  ['f', 'like'],
  ['?', 'help'],
  ['/', undefined],
  ['Enter', undefined],
  ['ArrowUp', undefined],
  ['toString', undefined],
])('shortcuts: key %j means %s', (key, shortcut) => {
  expect(press(key)).toBe(shortcut)
})

test('shortcuts: the vertical arrows change the volume with Shift, except in a slider', () => {
  expect(press('ArrowUp', { shiftKey: true, repeat: true })).toBe('louder')
  expect(press('ArrowDown', { shiftKey: true })).toBe('quieter')
  expect(press('ArrowDown', { shiftKey: true }, { ...page, usesArrows: true })).toBeUndefined()
})

test('shortcuts: none applies in a text field or a dialog', () => {
  for (const key of everyKey) expect(press(key, {}, { ...page, usesAllKeys: true })).toBeUndefined()
})

test('shortcuts: none applies with a modifier key, or when the event was already handled', () => {
  for (const taken of ['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'] as const)
    for (const key of everyKey) expect(press(key, { [taken]: true })).toBeUndefined()
  expect(press('N', { shiftKey: true })).toBeUndefined()
  expect(press('?', { shiftKey: true })).toBe('help')
})

test('shortcuts: a focused button handles Space itself, a focused slider the arrow keys', () => {
  expect(press(' ', {}, { ...page, usesSpace: true })).toBeUndefined()
  expect(press('m', {}, { ...page, usesSpace: true })).toBe('mute')
  expect(press('ArrowLeft', {}, { ...page, usesArrows: true })).toBeUndefined()
  expect(press(' ', {}, { ...page, usesArrows: true })).toBe('toggle')
})

test('shortcuts: only seeking repeats while a key is held', () => {
  for (const key of everyKey)
    expect(Boolean(press(key, { repeat: true }))).toBe(key.startsWith('Arrow'))
})
