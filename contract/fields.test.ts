import { expect, test } from 'vitest'
import { multiLine, optionalSingleLine, singleLine } from './fields.ts'

const pasted = ' Harbour\r\nLights\u2028Slowly\n'

test('single-line fields replace line breaks with spaces', () => {
  expect(singleLine('Title', 200).parse(pasted)).toBe('Harbour Lights Slowly')
  expect(optionalSingleLine('Artist', 200).parse(pasted)).toBe('Harbour Lights Slowly')
  expect(singleLine('Title', 200).safeParse('\n').error?.issues[0]?.message).toBe(
    'Title is required',
  )
})

test('multi-line fields preserve line breaks inside the text', () => {
  expect(multiLine('Description', 200).parse('One\n\nTwo\n')).toBe('One\n\nTwo')
})
