import { describe, expect, it } from 'vitest'
import { isOneTypoAway } from './typo.ts'

describe('isOneTypoAway', () => {
  it.each([
    ['ferry', 'ferry'],
    ['fery', 'ferry'],
    ['ferrry', 'ferry'],
    ['furry', 'ferry'],
    ['perry', 'ferry'],
    ['ferrz', 'ferry'],
    ['feryr', 'ferry'],
    ['efrry', 'ferry'],
    ['aab', 'aba'],
  ])('forgives %s for %s', (a, b) => {
    expect(isOneTypoAway(a, b)).toBe(true)
    expect(isOneTypoAway(b, a)).toBe(true)
  })

  it.each([
    ['fury', 'ferry'],
    ['fe', 'ferry'],
    ['yrref', 'ferry'],
    ['abcd', 'badc'],
    ['night', 'lights'],
  ])('does not take %s for %s', (a, b) => {
    expect(isOneTypoAway(a, b)).toBe(false)
  })
})
