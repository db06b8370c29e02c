import type { Playlist } from '#contract/playlists.ts'
import type { SearchResults } from '#contract/search.ts'
import type { Track } from '#contract/tracks.ts'
import type { UserSummary } from '#contract/users.ts'

/** One line of the results panel, and its cells from left to right. */
export type ResultRow = { id: string; cells: readonly string[] } & (
  | { kind: 'track'; track: Track }
  | { kind: 'artist'; artist: UserSummary }
  | { kind: 'playlist'; playlist: Playlist }
  | { kind: 'all' }
)

/** The panel's lines from top to bottom. A track has a second cell, which plays it. */
export function resultRows(
  panelId: string,
  { tracks, users, playlists }: SearchResults,
): ResultRow[] {
  const named = (id: string) => ({ id: `${panelId}-${id}`, cells: [`${panelId}-${id}-open`] })
  const rows: ResultRow[] = [
    ...tracks.map((track): ResultRow => {
      const { id, cells } = named(track.id)
      return { kind: 'track', track, id, cells: [...cells, `${id}-play`] }
    }),
    ...users.map((artist): ResultRow => ({ kind: 'artist', artist, ...named(artist.id) })),
    ...playlists.map(
      (playlist): ResultRow => ({ kind: 'playlist', playlist, ...named(playlist.id) }),
    ),
  ]
  return rows.length > 0 ? [...rows, { kind: 'all', ...named('all') }] : []
}
