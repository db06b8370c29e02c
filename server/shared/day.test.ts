import { expect, test } from 'vitest'
import { dayIn } from './day.ts'

test.each([
  ['UTC', '2026-12-03T23:30:00Z', '2026-12-03'],
  ['Europe/Berlin', '2026-12-03T23:30:00Z', '2026-12-04'],
  ['America/New_York', '2026-12-03T03:30:00Z', '2026-12-02'],
])('days of statistics: in %s, %s is on %s', (timeZone, moment, day) => {
  expect(dayIn(timeZone, new Date(moment))).toBe(day)
})
