import { expect, test } from 'vitest'
import { readFileName } from './track-file-name.ts'

test.each([
  ['Kettle, First Boil.mp3', 'Kettle, First Boil'],
  ['take.2.final.wav', 'take.2.final'],
  ['untitled', 'untitled'],
  ['.hidden', '.hidden'],
  [' .mp3', ' .mp3'],
  [`${'x'.repeat(240)}.mp3`, 'x'.repeat(200)],
  ['99 Balloons.mp3', '99 Balloons'],
  ['24-7.mp3', '24-7'],
  ['1999 - Live.mp3', '1999 - Live'],
  ['E2-E4.mp3', 'E2-E4'],
  ['A Day.mp3', 'A Day'],
  ['2-step.mp3', '2-step'],
  ['7.5 Miles.mp3', '7.5 Miles'],
  ['04 - .mp3', '04 -'],
  ['04.mp3', '04'],
])('file names: %j becomes the title %j, with no number', (name, title) => {
  expect(readFileName(name)).toEqual({ title, position: {} })
})

test.each([
  ['04 - Harbor Lights.flac', { number: 4 }],
  ['3. Harbor Lights.mp3', { number: 3 }],
  ['12) Harbor Lights.mp3', { number: 12 }],
  ['04 Harbor Lights.mp3', { number: 4 }],
  ['04_Harbor Lights.mp3', { number: 4 }],
  ['012 – Harbor Lights.mp3', { number: 12 }],
  ['1-04 Harbor Lights.m4a', { disc: 1, number: 4 }],
  ['2.10 - Harbor Lights.m4a', { disc: 2, number: 10 }],
  ['A2 Harbor Lights.wav', { disc: 1, number: 2 }],
  ['B1. Harbor Lights.wav', { disc: 2, number: 1 }],
])('file names: %j loses its number, which is %o', (name, position) => {
  expect(readFileName(name)).toEqual({ title: 'Harbor Lights', position })
})

test('file names: one in Arabic is the title, without its number', () => {
  expect(readFileName('04 - أغنية البحر.mp3')).toEqual({
    title: 'أغنية البحر',
    position: { number: 4 },
  })
})

test('file names: a number without a separator counts where other files of the choice are padded', () => {
  expect(readFileName('10 Harbor Lights.mp3').title).toBe('10 Harbor Lights')
  expect(readFileName('10 Harbor Lights.mp3', true)).toEqual({
    title: 'Harbor Lights',
    position: { number: 10 },
  })
})

test('file names: a title that is too long does not end with half of an emoji', () => {
  expect(readFileName(`a${'😀'.repeat(120)}.mp3`).title).toBe(`a${'😀'.repeat(99)}`)
})
