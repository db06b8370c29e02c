import { expect, test } from 'vitest'
import { createProgressReporter } from './progress-reporter.ts'

test('demo: the progress says how long rendering will take, once it is known', () => {
  let time = 0
  const lines: string[] = []
  const output = { write: (text: string) => void lines.push(text) }
  const report = createProgressReporter(output, () => time)
  report({ step: 'audio', done: 0, of: 61 })
  for (let done = 1; done <= 61; done += 1) {
    time += 10_000
    report({ step: 'audio', done, of: 61 })
  }
  expect(lines.slice(0, 3)).toEqual([
    'Rendering audio: 0 of 61\n',
    'Rendering audio: 10 of 61, about 9 minutes left\n',
    'Rendering audio: 20 of 61, about 7 minutes left\n',
  ])
  expect(lines.at(-1)).toBe('Rendering audio: 61 of 61\n')
})
