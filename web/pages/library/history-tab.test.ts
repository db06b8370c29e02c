import { expect, test } from 'vitest'
import { testTrack } from '#web/features/player/test-track.ts'
import { toHistoryRows } from './history-tab.tsx'

const now = new Date(2026, 10, 16, 12)
const heard = (id: string, ...at: [day: number, hour: number, month?: number]) => {
  const [day, hour, month = 10] = at
  return { track: testTrack(id), heardAt: new Date(2026, month, day, hour).toISOString() }
}

test('history: entries are grouped by the days of the listener', () => {
  const rows = toHistoryRows(
    [heard('a', 16, 11), heard('b', 16, 0), heard('a', 15, 23), heard('c', 3, 9, 1)],
    now,
  )
  expect(
    rows.map((row) => (row.kind === 'day' ? row.label : `${row.time} ${row.track.id}`)),
  ).toEqual([
    'Today',
    '11:00 a',
    '00:00 b',
    'Yesterday',
    '23:00 a',
    'Tuesday, February 3',
    '09:00 c',
  ])
})

test('history: a track that the server has twice on one local day appears at its last listen', () => {
  const rows = toHistoryRows([heard('a', 16, 11), heard('a', 16, 1)], now)
  expect(rows.map(({ id }) => id)).toEqual(['Mon Nov 16 2026', 'Mon Nov 16 2026 a'])
})
