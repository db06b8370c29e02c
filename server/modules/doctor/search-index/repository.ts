import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'

const pageSize = 1000

type IndexedRow = { id: string; name: string; isFound: boolean }

/** How the search columns of each resource are computed: see the triggers of the migration `search`. */
const indexedRows = {
  track: sql`
    select track.id, track.title as name,
      track.search = search_vector_of_track(track, uploader)
        or exists (select from renamed_users pending where pending.user_id = track.user_id) as "isFound"
    from tracks track join users uploader on uploader.id = track.user_id where track.id`,
  user: sql`
    select id, username as name, search = search_vector_of(
      array[display_name, username], array[first_name, last_name]) as "isFound"
    from users where id`,
  playlist: sql`
    select id, title as name, search = search_vector_of(array[title], '{}') as "isFound"
    from playlists where id`,
} satisfies Record<string, SQL>

export type Resource = keyof typeof indexedRows
export const resources = Object.keys(indexedRows) as Resource[]

export async function indexedAfter(
  db: Db,
  resource: Resource,
  last: string,
): Promise<IndexedRow[]> {
  const { rows } = await db.execute<IndexedRow>(
    sql`${indexedRows[resource]} > ${last}::uuid order by id limit ${pageSize}`,
  )
  return rows
}

/** An update that changes nothing but fires the triggers. */
const touchStatements = {
  track: sql`update tracks set title = title`,
  user: sql`update users set username = username`,
  playlist: sql`update playlists set title = title`,
} satisfies Record<Resource, SQL>

export async function reindex(db: Db, resource: Resource, id: string): Promise<void> {
  await db.execute(sql`${touchStatements[resource]} where id = ${id}`)
}

/** Indexed words of public content that are missing in the word list. */
export async function countUnknownTerms(db: Db): Promise<number> {
  const { rows } = await db.execute<{ unknown: number }>(sql`
    select count(*)::int as unknown from ts_stat($$
      select search from tracks where privacy = 'public' union all select search from users
      union all select search from playlists where privacy = 'public'$$) used
    where not starts_with(used.word, '=')
      and not exists (select from search_words known where known.word = used.word)`)
  return rows[0]?.unknown ?? 0
}

/** Top tracks that are missing, superfluous or different from their tracks. */
export async function countWrongTopTracks(db: Db): Promise<number> {
  const { rows } = await db.execute<{ wrong: number }>(sql`
    select count(*)::int as wrong from (
      select id, play_count, search from tracks where privacy = 'public' and not exists (
        select from top_tracks_least least where (tracks.play_count, tracks.id) < (least.play_count, least.track_id))
    ) as track full join top_tracks stored on stored.track_id = track.id
    where stored.play_count is distinct from track.play_count or stored.search is distinct from track.search`)
  return rows[0]?.wrong ?? 0
}
