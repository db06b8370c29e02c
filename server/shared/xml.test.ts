import { expect, test } from 'vitest'
import { xmlErrors } from '#server/testing/xml.ts'
import { escapeXml, xmlDeclaration } from './xml.ts'

test('XML: whatever the text, libxml2 reads the document, and characters that XML forbids are left out', async () => {
  const everyUnit = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))
  // Joined by spaces, so that no two surrogates form one character.
  const text = escapeXml(`]]><a b="c">&amp;'</a>🎻${everyUnit.join(' ')}`)
  expect(await xmlErrors(`${xmlDeclaration}<root attribute="${text}">${text}</root>`)).toEqual([])
  expect(text).toContain('🎻')
  for (const unit of [0, 0xb, 0x1b, 0xd800, 0xdfff, 0xfffe, 0xffff])
    expect(text).not.toContain(` ${String.fromCharCode(unit)} `)
})
