import { describe, expect, it } from 'vitest'
import { formatTags, parseTags } from './tags.ts'

describe('tags', () => {
  it.each([
    ['', []],
    [' , ,', []],
    ['tape', ['tape']],
    ['tape,late night , slow', ['tape', 'late night', 'slow']],
    ['tape, slow, tape', ['tape', 'slow']],
  ])('are read from "%s"', (text, tags) => {
    expect(parseTags(text)).toEqual(tags)
  })

  it('are written so that they can be read again', () => {
    const tags = ['tape', 'late night']
    expect(formatTags(tags)).toBe('tape, late night')
    expect(parseTags(formatTags(tags))).toEqual(tags)
  })
})
