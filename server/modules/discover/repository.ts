import { and, eq, sql } from 'drizzle-orm'
import { likes } from '#server/database/schema.ts'
import { builtOnce } from '#server/platform/postgres/built-once.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { plannedOnce } from '#server/platform/postgres/statement-names.ts'

export type SectionEntry = {
  section: 'curated' | 'recent' | 'trending' | 'genre'
  genre: string | null
  id: string
}

// Numbers that stand in the text: with values in their place it would be planned anew each time, which takes longer
// than answering it.
const perSection = sql.raw('12')
const genreSections = sql.raw('2')
const genreLeast = sql.raw('3')

/** Which tracks stand where on the home page. Each part reads the first rows of an index, whatever the catalogue's size. */
export async function findSections(db: Db): Promise<SectionEntry[]> {
  const { rows } = await db.execute<SectionEntry>(sql`${sql.raw(plannedOnce)}
    with shown_genres as (
      select counted.genre, newest.created_at from genre_counts counted
      cross join lateral (
        select created_at from tracks where privacy = 'public' and coalesce(genre, 'other') = counted.genre
        order by created_at desc, id desc limit 1
      ) as newest
      where counted.tracks >= ${genreLeast} order by newest.created_at desc limit ${genreSections}
    )
    (select 'curated' as section, null as genre, id from tracks where privacy = 'public'
     order by like_count desc, id desc limit ${perSection})
    union all
    (select 'recent', null, id from tracks where privacy = 'public'
     order by updated_at desc, id desc limit ${perSection})
    union all
    (select 'trending', null, id from tracks where privacy = 'public'
     order by play_count desc, id desc limit ${perSection})
    union all
    (select 'genre', genre, id from shown_genres cross join lateral (
       select id, play_count from tracks where privacy = 'public' and coalesce(genre, 'other') = shown_genres.genre
       order by play_count desc, id desc limit ${perSection}) as played
     order by shown_genres.created_at desc, play_count desc, id desc)`)
  return rows
}

const likedOf = builtOnce((db) =>
  db
    .select({ trackId: likes.trackId })
    .from(likes)
    .where(
      and(
        eq(likes.userId, sql.placeholder('userId')),
        sql`${likes.trackId} = any(${sql.placeholder('trackIds')}::uuid[])`,
      ),
    )
    .prepare(''),
)

/** Which of these tracks somebody likes. */
export async function findLiked(db: Db, userId: string, trackIds: readonly string[]) {
  const rows = await likedOf(db).execute({ userId, trackIds })
  return new Set(rows.map(({ trackId }) => trackId))
}
