import { expect, test } from 'vitest'
import type { Analytics } from '#contract/admin.ts'
import { analyticsRows } from './csv-rows.ts'

const ranked = (n: number, playCount: number, likeCount: number) => ({
  id: `id-${n}`,
  slug: `track-${n}`,
  title: `Track ${n}`,
  artist: 'Maren Voss',
  playCount,
  likeCount,
})

const analytics: Analytics = {
  totalTracks: 14,
  totalPlays: 100,
  totalLikes: 7,
  publicTracks: 12,
  totalUsers: 3,
  averageEngagement: 8,
  latestTrack: null,
  mostPlayed: Array.from({ length: 12 }, (_, n) => ranked(n + 1, 12 - n, 0)),
  mostLiked: [ranked(1, 12, 5), ranked(2, 11, 2), ranked(3, 10, 0)],
  topEngagement: [],
  playsPerDay: [],
}

test('CSV rows: analytics has a summary, then at most ten ranked tracks with a score above zero', () => {
  const rows = analyticsRows(analytics)
  expect(rows.slice(0, 8)).toEqual([
    ['Summary'],
    ['Total Tracks', 14],
    ['Total Plays', 100],
    ['Total Likes', 7],
    ['Public Tracks', 12],
    ['Total Users', 3],
    ['Average Engagement', 8],
    [],
  ])
  expect(rows.slice(8, 11)).toEqual([
    ['Top 10 Tracks by Plays'],
    ['Rank', 'Title', 'Artist', 'Plays', 'Likes'],
    [1, 'Track 1', 'Maren Voss', 12, 0],
  ])
  expect(rows[19]).toEqual([10, 'Track 10', 'Maren Voss', 3, 0])
  expect(rows.slice(20)).toEqual([
    [],
    ['Top 10 Tracks by Likes'],
    ['Rank', 'Title', 'Artist', 'Plays', 'Likes'],
    [1, 'Track 1', 'Maren Voss', 12, 5],
    [2, 'Track 2', 'Maren Voss', 11, 2],
  ])
})
