import type { Follow, Like } from '#server/testing/factories.ts'
import type { DemoTrack } from './cast/types.ts'
import { type Random, randomFrom } from './synth/random.ts'

/** What people did on the site: who liked, followed and played what, and when. */

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export type Published = { id: string; userId: string; track: DemoTrack; createdAt: Date }
type Person = { id: string; createdAt: Date }

export function before(now: Date, hours: number): Date {
  return new Date(now.getTime() - Math.round(hours * hourMs))
}

/** Soon after both were there, and never in the future. */
function momentAfter(start: Date, now: Date, random: Random): Date {
  const room = Math.max(0, now.getTime() - start.getTime())
  return new Date(start.getTime() + Math.round(room * random.unit() ** 2))
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}

export function inventLikes(
  published: readonly Published[],
  people: readonly Person[],
  now: Date,
): Like[] {
  return published.flatMap(({ id, userId, track, createdAt }) => {
    const random = randomFrom(`likes of ${track.title}`)
    return random
      .shuffle(people.filter((person) => person.id !== userId))
      .slice(0, track.likes)
      .map((person) => ({
        userId: person.id,
        trackId: id,
        createdAt: momentAfter(later(createdAt, person.createdAt), now, random),
      }))
  })
}

/** The better liked follow few and are followed by many. */
export function inventFollows(
  artists: readonly (Person & { fame: number })[],
  listeners: readonly Person[],
  now: Date,
): Follow[] {
  const random = randomFrom('follows')
  const most = Math.max(...artists.map(({ fame }) => fame), 1)
  const everybody = [...artists, ...listeners]
  return artists.flatMap((artist) => {
    const share = 0.08 + 0.5 * (artist.fame / most)
    return everybody
      .filter((person) => person.id !== artist.id && random.chance(share))
      .map((person) => ({
        followerId: person.id,
        followingId: artist.id,
        createdAt: momentAfter(later(artist.createdAt, person.createdAt), now, random),
      }))
  })
}

/** Spreads each track's plays over the days it has been there; together they are all plays. */
export function inventDailyPlays(
  published: readonly Published[],
  now: Date,
): { day: string; plays: number }[] {
  const byDay = new Map<string, number>()
  for (const { track, createdAt } of published) {
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
