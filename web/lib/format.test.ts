import { expect, test } from 'vitest'
import {
  formatCompactNumber,
  formatDate,
  formatDuration,
  formatPartialDate,
  formatRelativeDate,
  pluralize,
} from './format.ts'
import { formatBytes } from './format-bytes.ts'
import { formatSpokenDuration } from './format-spoken-duration.ts'
import { formatTotalDuration } from './format-total-duration.ts'

test.each([
  [0, '0:00'],
  [9.99, '0:09'],
  [60, '1:00'],
  [312, '5:12'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3725, '1:02:05'],
  [36_061, '10:01:01'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
  [-3, '0:00'],
])('format: %s seconds are written %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [61.9, '1 minute 1 second'],
  [118, '1 minute 58 seconds'],
  [3725, '1 hour 2 minutes 5 seconds'],
  [7205, '2 hours 5 seconds'],
])('format: %s seconds are read "%s"', (seconds, text) => {
  expect(formatSpokenDuration(seconds)).toBe(text)
})

test.each([
  [20, '20 sec'],
  [80, '1 min'],
  [1440, '24 min'],
  [3599, '1 hr'],
  [3900, '1 hr 5 min'],
  [7200, '2 hr'],
])('format: %s seconds of a list are written %s', (seconds, text) => {
  expect(formatTotalDuration(seconds)).toBe(text)
})

test.each([
  [0, '0 plays'],
  [1, '1 play'],
  [999, '999 plays'],
  [48_210, '48,210 plays'],
  [1_234_567, '1,234,567 plays'],
])('format: %i is pluralized as "%s"', (count, text) => {
  expect(pluralize(count, 'play')).toBe(text)
})

test.each([
  [0, '0'],
  [984, '984'],
  [1000, '1.0K'],
  [1536, '1.5K'],
  [18_812, '18.8K'],
  [99_949, '99.9K'],
  [99_950, '100K'],
  [999_499, '999K'],
  [999_500, '1.0M'],
  [2_340_000, '2.3M'],
])('format: %i is shortened to %s', (count, text) => {
  expect(formatCompactNumber(count)).toBe(text)
})

const now = Date.parse('2030-05-20T12:00:00Z')
test.each([
  ['2030-05-20T11:59:59Z', 'Just now'],
  ['2030-05-20T11:00:01Z', 'Just now'],
  ['2030-05-20T11:00:00Z', '1 hour ago'],
  ['2030-05-20T05:00:00Z', '7 hours ago'],
  ['2030-05-19T12:00:01Z', '23 hours ago'],
  ['2030-05-19T12:00:00Z', '1 day ago'],
  ['2030-05-13T12:00:01Z', '6 days ago'],
  ['2030-05-13T12:00:00Z', 'May 13, 2030'],
  ['2030-05-20T12:00:09Z', 'Just now'],
])('format: %s is "%s" relative to now', (time, label) => {
  expect(formatRelativeDate(time, now, (date) => formatDate(date, 'en-US'))).toBe(label)
})

test.each([
  ['2019', '2019'],
  ['2019-05', 'May 2019'],
  ['2019-05-03', 'May 3, 2019'],
])('format: the date %s reads %s, without a month or day that is not known', (date, text) => {
  expect(formatPartialDate(date)).toBe(text)
})

test('format: dates follow the locale', () => {
  expect(formatDate('2026-11-14T12:00:00Z', 'en-US')).toBe('Nov 14, 2026')
  expect(formatDate('2026-11-14T12:00:00Z', 'de-DE')).toBe('14.11.2026')
  for (const time of ['2026-01-02T12:00:00Z', '2030-12-31T23:59:59.999Z'])
    expect(formatDate(time, 'en-US')).toBe(
      new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium' }),
    )
})

test.each([
  [0, '0 KB'],
  [12, '1 KB'],
  [880 * 1024, '880 KB'],
  [1024 ** 2, '1,024 KB'],
  [1024 ** 2 + 1, '1.0 MB'],
  [48.2 * 1024 ** 2, '48.2 MB'],
  [123_456_789, '118 MB'],
  [5_040_000_000, '4.7 GB'],
  [2e16, '18,190 TB'],
])('format: %s bytes are written %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
