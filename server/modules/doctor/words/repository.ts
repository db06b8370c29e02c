import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'

const atOnce = 1000

type Searched = { id: string; name: string; isFound: boolean }

/** How the search columns of each resource are computed: see the triggers of the migration `search`. */
const searched = {
  track: sql`
    select track.id, track.title as name,
      track.search = search_vector_of_track(track, uploader)
        or exists (select from renamed_users waiting where waiting.user_id = track.user_id) as "isFound"
    from tracks track join users uploader on uploader.id = track.user_id where track.id`,
  person: sql`
    select id, username as name, search = search_vector_of(
      array[display_name, username], array[first_name, last_name]) as "isFound"
    from users where id`,
  playlist: sql`
    select id, title as name, search = search_vector_of(array[title], '{}') as "isFound"
    from playlists where id`,
} satisfies Record<string, SQL>

export type Noun = keyof typeof searched
export const nouns = Object.keys(searched) as Noun[]

export async function wordsAfter(db: Db, noun: Noun, last: string): Promise<Searched[]> {
  const { rows } = await db.execute<Searched>(
    sql`${searched[noun]} > ${last}::uuid order by id limit ${atOnce}`,
  )
  return rows
}

/** An update that changes nothing but fires the triggers. */
const touched = {
  track: sql`update tracks set title = title`,
  person: sql`update users set username = username`,
  playlist: sql`update playlists set title = title`,
} satisfies Record<Noun, SQL>

export async function writeWordsAnew(db: Db, noun: Noun, id: string): Promise<void> {
  await db.execute(sql`${touched[noun]} where id = ${id}`)
}

/** Indexed words of public content that are missing in the word list. */
export async function countUnknownWords(db: Db): Promise<number> {
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
    ) as track full join top_tracks kept on kept.track_id = track.id
    where kept.play_count is distinct from track.play_count or kept.search is distinct from track.search`)
  return rows[0]?.wrong ?? 0
}
