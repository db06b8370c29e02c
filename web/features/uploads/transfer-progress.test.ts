import { expect, test } from 'vitest'
import { createSpeedometer, describeSpeed, timeLeft } from './transfer-progress.ts'

const MiB = 1024 * 1024

test('transfer progress: the speed is that of the last ten seconds', () => {
  let now = 0
  const measure = createSpeedometer(() => now)
  expect(measure(0)).toBeUndefined()
  now = 5000
  expect(measure(5000)).toBe(1000)
  now = 20_000
  expect(measure(10_000)).toBeUndefined()
  now = 22_000
  expect(measure(14_000)).toBe(2000)
})

test('transfer progress: bytes that are sent again do not make the speed negative', () => {
  let now = 0
  const measure = createSpeedometer(() => now)
  measure(0)
  now = 1000
  measure(5000)
  now = 2000
  expect(measure(4000)).toBeUndefined()
})

test('transfer progress: speed and time left are told as soon as they are known', () => {
  const sent = 10 * MiB
  expect(describeSpeed({ sent, total: 40 * MiB })).toBe('')
  expect(describeSpeed({ sent, total: 40 * MiB, bytesPerSecond: 2 * MiB })).toBe(
    '2.0 MB/s · 15 sec left',
  )
  expect(timeLeft({ sent, total: 400 * MiB, bytesPerSecond: MiB })).toBe('7 min left')
  expect(timeLeft({ sent, total: 4000 * MiB, bytesPerSecond: MiB })).toBe('1 hr 7 min left')
  expect(timeLeft({ sent, total: sent, bytesPerSecond: MiB })).toBe('')
})
