import { describe, expect, it } from 'vitest'
import { optionalLines, optionalText, requiredText } from './fields.ts'

describe('a line break', () => {
  const pasted = ' Harbour\r\nLights\u2028Slowly\n'

  it('becomes a space where a text has one line', () => {
    expect(requiredText('Title', 200).parse(pasted)).toBe('Harbour Lights Slowly')
    expect(optionalText('Artist', 200).parse(pasted)).toBe('Harbour Lights Slowly')
    expect(requiredText('Title', 200).safeParse('\n').error?.issues[0]?.message).toBe(
      'Title is required',
    )
  })

  it('stays where a text may have several', () => {
    expect(optionalLines('Description', 200).parse('One\n\nTwo\n')).toBe('One\n\nTwo')
  })
})
