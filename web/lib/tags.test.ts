import { describe, expect, it } from 'vitest'
import { tagsIn, tagText } from './tags.ts'

describe('tags', () => {
  it.each([
    ['', []],
    [' , ,', []],
    ['tape', ['tape']],
    ['tape,late night , slow', ['tape', 'late night', 'slow']],
    ['tape, slow, tape', ['tape', 'slow']],
  ])('are read from "%s"', (text, tags) => {
    expect(tagsIn(text)).toEqual(tags)
  })

  it('are written so that they can be read again', () => {
    const tags = ['tape', 'late night']
    expect(tagText(tags)).toBe('tape, late night')
    expect(tagsIn(tagText(tags))).toEqual(tags)
  })
})
