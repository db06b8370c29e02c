import { expect, test } from 'vitest'
import { atLeast } from './bench.ts'
import { mergeSections, toSection, toTable } from './results.ts'
import { median, ratioOf, runRounds } from './rounds.ts'

test('benchmark results: a new section replaces the old one and leaves the others unchanged', () => {
  const both = mergeSections('', [
    { name: 'plays', text: 'old plays' },
    { name: 'audio', text: 'old audio' },
  ])
  const page = mergeSections(both, [{ name: 'audio', text: 'new audio' }])
  expect(page).toContain('## audio\n\nnew audio\n\n## plays\n\nold plays\n')
  expect(page).not.toContain('old audio')
  expect(mergeSections(page, [])).toBe(page)
})

test('benchmark results: a section names the machine and says whether the goal was met', () => {
  const conditions = {
    day: '2026-11-15',
    cores: 2,
    architecture: 'arm64',
    load: 4.26,
    rounds: 3,
    commit: '634b92d9',
  }
  const rows = [
    { label: 'Soundpost', figure: '90 /s', cpu: '1 ms', ratio: 0.9, goal: atLeast(0.95, 0.9) },
  ]
  const { text } = toSection('audio', 'About it.', rows, conditions)
  expect(text).toContain('2026-11-15 at 634b92d9, 2 cores, arm64, load 4.3, 3 rounds.')
  expect(text).toContain('| Soundpost | 90 /s | 1 ms | 0.90 | ≥ 0.95 (missed) |')
  expect(toTable([{ label: 'alone', figure: '1 /s' }])).toContain('|---|---|\n| alone | 1 /s |')
})

test('benchmark rounds: each variant runs in every round, and the first round is discarded', async () => {
  const order: string[] = []
  const variant = (name: string, factor: number) => ({
    name,
    run: async () => {
      order.push(name)
      return factor * order.length
    },
  })
  const results = await runRounds(3, [variant('a', 1), variant('b', 2)])
  expect(order.join('')).toBe('abababab')
  expect(results.get('a')).toEqual([3, 5, 7])
  expect(results.get('b')).toEqual([8, 12, 16])
  expect(ratioOf(results, 'b', 'a', Number)).toBeCloseTo(12 / 5)
  expect(median([4, 1, 3, 2])).toBe(2.5)
})
