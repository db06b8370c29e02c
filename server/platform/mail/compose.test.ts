import { expect, test } from 'vitest'
import { composeMail } from './compose.ts'

test('mail: line breaks of a text are in both parts, and its markup is escaped', () => {
  const { text, html } = composeMail(
    { to: 'ines@example.org', subject: 'Removed', paragraphs: ['The reason: <b>first\nsecond'] },
    { brandName: 'Soundpost', publicUrl: 'https://soundpost.example' },
  )
  expect(text).toContain('The reason: <b>first\nsecond')
  expect(html).toContain('The reason: &lt;b&gt;first<br>second</p>')
})
