import type { reposts } from '#server/database/schema.ts'
import type { NewFollow, NewLike } from './factories.ts'
import type { DemoTrack } from './fixtures/types.ts'
import { type Random, randomFrom } from './synth/random.ts'

/** Seeded activity: likes, follows and plays per day. */

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export type SeededTrack = { id: string; userId: string; track: DemoTrack; createdAt: Date }
type User = { id: string; createdAt: Date }

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - Math.round(hours * hourMs))
}

/** Skewed toward `start`. */
function randomDateBetween(start: Date, end: Date, random: Random): Date {
  const span = Math.max(0, end.getTime() - start.getTime())
  return new Date(start.getTime() + Math.round(span * random.unit() ** 2))
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}

export function generateLikes(
  tracks: readonly SeededTrack[],
  users: readonly User[],
  now: Date,
): NewLike[] {
  return tracks.flatMap(({ id, userId, track, createdAt }) => {
    const random = randomFrom(`likes of ${track.title}`)
    return random
      .shuffle(users.filter((user) => user.id !== userId))
      .slice(0, track.likes)
      .map((user) => ({
        userId: user.id,
        trackId: id,
        createdAt: randomDateBetween(later(createdAt, user.createdAt), now, random),
      }))
  })
}

/** Artists repost what others have published. */
export function generateReposts(
  tracks: readonly SeededTrack[],
  artists: readonly User[],
  now: Date,
): (typeof reposts.$inferInsert)[] {
  const published = tracks.filter(({ track }) => !track.privacy)
  return artists.flatMap((artist) => {
    const random = randomFrom(`reposts of ${artist.id}`)
    return random
      .shuffle(published.filter(({ userId }) => userId !== artist.id))
      .slice(0, 6)
      .map(({ id: trackId, createdAt }) => ({
        userId: artist.id,
        trackId,
        createdAt: randomDateBetween(later(createdAt, artist.createdAt), now, random),
      }))
  })
}

/** The more likes an artist has, the more followers. */
export function generateFollows(
  artists: readonly (User & { likes: number })[],
  listeners: readonly User[],
  now: Date,
): NewFollow[] {
  const random = randomFrom('follows')
  const most = Math.max(...artists.map(({ likes }) => likes), 1)
  const users = [...artists, ...listeners]
  return artists.flatMap((artist) => {
    const share = 0.08 + 0.5 * (artist.likes / most)
    return users
      .filter((user) => user.id !== artist.id && random.chance(share))
      .map((user) => ({
        followerId: user.id,
        followingId: artist.id,
        createdAt: randomDateBetween(later(artist.createdAt, user.createdAt), now, random),
      }))
  })
}

/** Spreads each track's plays over the days since its upload. The sum equals all plays. */
export function generateDailyPlays(
  tracks: readonly SeededTrack[],
  now: Date,
): { day: string; plays: number }[] {
  const byDay = new Map<string, number>()
  for (const { track, createdAt } of tracks) {
    const random = randomFrom(`plays of ${track.title}`)
    const days = Math.floor((now.getTime() - createdAt.getTime()) / dayMs) + 1
    const weights = Array.from({ length: days }, (_, day) => (0.3 + random.unit()) / (1 + day / 6))
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    let left = track.plays
    weights.forEach((weight, index) => {
      const isLast = index === days - 1
      const plays = isLast ? left : Math.min(left, Math.round((track.plays * weight) / total))
      left -= plays
      const day = new Date(createdAt.getTime() + index * dayMs).toISOString().slice(0, 10)
      byDay.set(day, (byDay.get(day) ?? 0) + plays)
    })
  }
  return [...byDay].map(([day, plays]) => ({ day, plays })).sort((a, b) => (a.day < b.day ? -1 : 1))
}
