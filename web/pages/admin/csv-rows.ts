import type { Analytics } from '#contract/admin.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { displayName } from '#contract/display-name.ts'
import type { Track } from '#contract/tracks.ts'
import type { ManagedUser } from '#contract/users.ts'
import type { CsvRow } from './csv.ts'

/** Rows of the exported files. */

type Ranked = Analytics['mostPlayed'][number]

export function analyticsRows(analytics: Analytics): CsvRow[] {
  const { mostPlayed, mostLiked } = analytics
  return [
    ['Summary'],
    ['Total Tracks', analytics.totalTracks],
    ['Total Plays', analytics.totalPlays],
    ['Total Likes', analytics.totalLikes],
    ['Public Tracks', analytics.publicTracks],
    ['Total Users', analytics.totalUsers],
    ['Average Engagement', analytics.averageEngagement],
    [],
    ['Top 10 Tracks by Plays'],
    ['Rank', 'Title', 'Artist', 'Plays', 'Likes'],
    ...ranking(mostPlayed, ({ playCount }) => playCount),
    [],
    ['Top 10 Tracks by Likes'],
    ['Rank', 'Title', 'Artist', 'Plays', 'Likes'],
    ...ranking(mostLiked, ({ likeCount }) => likeCount),
  ]
}

const maxRanked = 10

function ranking(tracks: Ranked[], score: (track: Ranked) => number): CsvRow[] {
  return tracks
    .filter((track) => score(track) > 0)
    .slice(0, maxRanked)
    .map(({ title, artist, playCount, likeCount }, index) => [
      index + 1,
      title,
      artist,
      playCount,
      likeCount,
    ])
}

export function trackRows(tracks: Track[]): CsvRow[] {
  const header = 'ID,Title,Artist,Uploader,Genre,Privacy,Plays,Likes,Seconds,Created'.split(',')
  return [
    header,
    ...tracks.map((track) => [
      track.id,
      track.title,
      track.artist,
      displayName(track.user),
      track.genre,
      track.privacy,
      track.playCount,
      track.likeCount,
      track.duration,
      track.createdAt,
    ]),
  ]
}

export function userRows(users: ManagedUser[]): CsvRow[] {
  const header =
    'ID,Display Name,First Name,Last Name,Username,Email,Location,Website,Bio,Joined'.split(',')
  return [
    header,
    ...users.map((user) => [
      user.id,
      user.displayName,
      user.firstName,
      user.lastName,
      user.username,
      user.email,
      user.location,
      user.website,
      user.bio,
      user.createdAt,
    ]),
  ]
}

export function auditRows(entries: AuditEntry[]): CsvRow[] {
  const header = 'ID,Time,Actor,Actor ID,Action,Target,Target Kind,Target ID,Detail'.split(',')
  return [
    header,
    ...entries.map(({ id, at, actor, action, target, detail }) => [
      id,
      at,
      actor.name,
      actor.id,
      action,
      target.name,
      target.kind,
      target.id,
      detail,
    ]),
  ]
}
