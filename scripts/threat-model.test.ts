import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const model = readFileSync(path.join(root, 'docs/threat-model.md'), 'utf8')
const traces = [...model.matchAll(/^- `(\S+\.test\.ts)`: (.+)$/gm)]

it('every test that the threat model names exists', () => {
  expect(traces.length).toBeGreaterThan(40)
  const lost = traces
    .map(([, file = '', title = '']) => ({ file, title }))
    .filter(({ file, title }) => !readFileSync(path.join(root, file), 'utf8').includes(title))
  expect(lost).toEqual([])
})

it('every attack surface that the threat model lists has tests', () => {
  const surfaces = model
    .split('\n')
    .filter((line) => /^\| [^|]*\| .* \|$/.test(line))
    .slice(1)
  const traced = model.match(/^\*\*.+\*\*$/gm) ?? []
  expect(traced.length).toBe(surfaces.length)
})
