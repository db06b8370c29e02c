import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `:has()` on the whole document, up to the brace of its rule. */
const condition = /(?:\broot|\bhtml|\bbody):has\((?<what>[^{}]*)\)(?<rest>[^{}]*)\{/g

const files = globSync('web/**/*.css', { cwd: new URL('../..', import.meta.url) })
const conditions = files.flatMap((file) =>
  [...readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').matchAll(condition)].map(
    ({ groups }) => ({ file, what: groups?.['what'] ?? '', rest: groups?.['rest'] ?? '' }),
  ),
)

// With `:root:has(…) .toasts` Chromium computed the styles of 1,500 elements again, several times while the home page loaded.
test('a condition on the whole document names each step, and only sets properties of that element', () => {
  expect(conditions.length).toBeGreaterThan(0)
  const slow = conditions.filter(
    ({ what, rest }) =>
      rest.trim() !== '' ||
      what
        .split(',')
        .some((selector) => /^[^>]|[\w\])] /.test(selector.trim().replaceAll(' > ', '>'))),
  )
  expect(slow).toEqual([])
})
