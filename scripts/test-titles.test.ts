import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const maxLength = 100
/** The first argument of `test`, `it` and `describe`, also after `.each`, as it is written. */
const title =
  /\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1\s*,/gs

test('test titles: each has at most 100 characters', () => {
  const files = globSync(
    '{bench,brand,chaos,contract,demo,e2e,scripts,server,web}/**/*.{test,spec}.{ts,tsx}',
  )
  const titles = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(title)].map(([, , text = '']) => text),
  )
  expect(titles.length).toBeGreaterThan(1500)
  expect(titles.filter((text) => text.length > maxLength)).toEqual([])
})
