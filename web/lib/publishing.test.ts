import { expect, test } from 'vitest'
import {
  fromLocalInput,
  publishMoment,
  publishSentence,
  toLocalInput,
  withPublishTime,
} from './publishing.ts'

const now = new Date('2026-11-18T12:00:00Z')

test.each([
  ['2026-12-04T08:00:00Z', 'Europe/Berlin', 'Friday, 4 December, 09:00 (Europe/Berlin)'],
  ['2026-12-04T00:30:00Z', 'America/New_York', 'Thursday, 3 December, 19:30 (America/New_York)'],
  ['2027-01-01T00:00:00Z', 'UTC', 'Friday, 1 January 2027, 00:00 (UTC)'],
])('scheduled publishing: %s in %s is %s', (time, zone, text) => {
  expect(publishSentence(time, zone, now)).toBe(`Goes public on ${text}.`)
})

test('scheduled publishing: a moment has the year if it is another one', () => {
  expect(publishMoment('2026-12-04T08:00:00Z', 'Europe/Berlin', now)).toBe('4 December, 09:00')
  expect(publishMoment('2027-01-01T00:00:00Z', 'UTC', now)).toBe('1 January 2027, 00:00')
})

test('scheduled publishing: the input shows the time of the browser and returns the same moment', () => {
  const time = '2026-12-04T08:00:00.000Z'
  expect(toLocalInput(time)).toMatch(/^2026-12-0[345]T\d\d:\d\d$/)
  expect(fromLocalInput(toLocalInput(time))).toBe(time)
  expect(fromLocalInput('')).toBe('none')
})

test('scheduled publishing: only what becomes public has a time', () => {
  const publishAt = '2026-12-04T08:00:00.000Z'
  expect(withPublishTime({ privacy: 'public', publishAt })).toMatchObject({ publishAt })
  expect(withPublishTime({ privacy: 'private', publishAt })).toMatchObject({ publishAt: '' })
})
