import type { Analytics } from '#contract/admin.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { displayName } from '#contract/display-name.ts'
import type { Track } from '#contract/tracks.ts'
import type { ManagedUser } from '#contract/users.ts'
import type { CsvCell, CsvRow } from '#web/lib/csv.ts'

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

/** The header and the cells of each column. */
type Columns<Item> = Record<string, (item: Item) => CsvCell>

const rowsOf = <Item>(columns: Columns<Item>, items: Item[]): CsvRow[] => [
  Object.keys(columns),
  ...items.map((item) => Object.values(columns).map((cell) => cell(item))),
]

/** What is scheduled and what a moderator removed is stored as private. */
export const shownPrivacy = ({ isRemoved, publishAt, privacy }: Track) =>
  isRemoved ? 'removed' : publishAt ? 'scheduled' : privacy

const trackColumns: Columns<Track> = {
  ID: ({ id }) => id,
  Title: ({ title }) => title,
  Artist: ({ artist }) => artist,
  Uploader: ({ user }) => displayName(user),
  Genre: ({ genre }) => genre,
  Privacy: shownPrivacy,
  'Goes Public': ({ publishAt }) => publishAt ?? null,
  Plays: ({ playCount }) => playCount,
  Likes: ({ likeCount }) => likeCount,
  Seconds: ({ duration }) => duration,
  Created: ({ createdAt }) => createdAt,
}

const userColumns: Columns<ManagedUser> = {
  ID: ({ id }) => id,
  'Display Name': ({ displayName }) => displayName,
  'First Name': ({ firstName }) => firstName,
  'Last Name': ({ lastName }) => lastName,
  Username: ({ username }) => username,
  Email: ({ email }) => email,
  Location: ({ location }) => location,
  Website: ({ website }) => website,
  Bio: ({ bio }) => bio,
  Joined: ({ createdAt }) => createdAt,
}

const auditColumns: Columns<AuditEntry> = {
  ID: ({ id }) => id,
  Time: ({ at }) => at,
  Actor: ({ actor }) => actor.name,
  'Actor ID': ({ actor }) => actor.id,
  Action: ({ action }) => action,
  Target: ({ target }) => target.name,
  'Target Kind': ({ target }) => target.kind,
  'Target ID': ({ target }) => target.id,
  Detail: ({ detail }) => detail,
}

export const trackRows = (tracks: Track[]) => rowsOf(trackColumns, tracks)
export const userRows = (users: ManagedUser[]) => rowsOf(userColumns, users)
export const auditRows = (entries: AuditEntry[]) => rowsOf(auditColumns, entries)
