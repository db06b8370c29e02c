import type { UserSummary } from '#contract/fields.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { SearchResults } from '#contract/search.ts'
import type { Track } from '#contract/tracks.ts'

/** A row of the results panel, and the ids of its cells from left to right. */
export type ResultRow = { id: string; cells: readonly string[] } & (
  | { kind: 'track'; track: Track }
  | { kind: 'artist'; artist: UserSummary }
  | { kind: 'album' | 'playlist'; playlist: Playlist }
  | { kind: 'all' }
)

/**
 * The panel's rows from top to bottom; artists come before tracks if one of them comes first. A
 * track has a second cell, its play button.
 */
export function resultRows(
  panelId: string,
  results: SearchResults,
  first?: UserSummary,
): ResultRow[] {
  const idsOf = (id: string) => ({ id: `${panelId}-${id}`, cells: [`${panelId}-${id}-open`] })
  const tracks = results.tracks.map((track): ResultRow => {
    const { id, cells } = idsOf(track.id)
    return { kind: 'track', track, id, cells: [...cells, `${id}-play`] }
  })
  const users = first ? [first, ...results.users.filter((user) => user !== first)] : results.users
  const artists = users.map(
    (artist): ResultRow => ({ kind: 'artist', artist, ...idsOf(artist.id) }),
  )
  const playlistRows = (kind: 'album' | 'playlist', playlists: Playlist[]) =>
    playlists.map((playlist): ResultRow => ({ kind, playlist, ...idsOf(playlist.id) }))
  const rows: ResultRow[] = [
    ...(first ? [...artists, ...tracks] : [...tracks, ...artists]),
    ...playlistRows('album', results.albums),
    ...playlistRows('playlist', results.playlists),
  ]
  return rows.length > 0 ? [...rows, { kind: 'all', ...idsOf('all') }] : []
}

/**
 * The cell that a key moves to from the active one. Null is the search box, before the first row
 * and after the last; undefined means that the panel does not handle the key.
 */
export function nextCell(
  rows: readonly ResultRow[],
  active: string | null,
  key: string,
): string | null | undefined {
  const row = rows.findIndex(({ cells }) => cells.some((cell) => cell === active))
  const column = Math.max(0, rows[row]?.cells.indexOf(active ?? '') ?? 0)
  if (key === 'ArrowDown') return cellAt(rows, row + 1, column)
  if (key === 'ArrowUp') return cellAt(rows, row < 0 ? rows.length - 1 : row - 1, column)
  if (row < 0) return undefined
  if (key === 'ArrowRight') return rows[row]?.cells[column + 1]
  if (key === 'ArrowLeft') return column > 0 ? rows[row]?.cells[column - 1] : undefined
  return undefined
}

function cellAt(rows: readonly ResultRow[], row: number, column: number): string | null {
  const cells = rows[row]?.cells
  return cells?.[column] ?? cells?.[0] ?? null
}
