import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { genreCounts, likes } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { preparedQuery } from '#server/platform/postgres/prepared-query.ts'

export type SectionEntry = {
  section: 'curated' | 'recent' | 'trending' | 'genre'
  genre: string | null
  id: string
}

// Literals, not parameters: with parameters PostgreSQL would plan the statement again each time, which takes longer than
// running it.
export const perSection = 12
const sectionLimit = sql.raw(String(perSection))
const genreSections = sql.raw('2')
const minTracksPerGenre = sql.raw('3')

const homeSections = preparedQuery('home_sections', (db, name) =>
  db
    .select({
      section: sql<SectionEntry['section']>`section`,
      genre: sql<string | null>`genre`,
      id: sql<string>`id`,
    })
    .from(
      sql`(
        with shown_genres as (
          select counted.genre, newest.created_at from genre_counts counted
          cross join lateral (
            select created_at from tracks where privacy = 'public' and coalesce(genre, 'other') = counted.genre
            order by created_at desc, id desc limit 1
          ) as newest
          where counted.tracks >= ${minTracksPerGenre} order by newest.created_at desc limit ${genreSections}
        )
        (select 'curated' as section, null as genre, id from tracks where privacy = 'public'
         order by like_count desc, id desc limit ${sectionLimit})
        union all
        (select 'recent', null, id from tracks where privacy = 'public'
         order by updated_at desc, id desc limit ${sectionLimit})
        union all
        (select 'trending', null, id from tracks where privacy = 'public'
         order by play_count desc, id desc limit ${sectionLimit})
        union all
        (select 'genre', genre, id from shown_genres cross join lateral (
           select id, play_count from tracks where privacy = 'public' and coalesce(genre, 'other') = shown_genres.genre
           order by play_count desc, id desc limit ${sectionLimit}) as played
         order by shown_genres.created_at desc, play_count desc, id desc)) as sections`,
    )
    .prepare(name),
)

/** Which tracks each section of the home page shows. Each reads the first entries of an index, whatever the number of tracks. */
export const findSections = (db: Db): Promise<SectionEntry[]> => homeSections(db).execute()

const likedOf = preparedQuery('liked_tracks', (db, name) =>
  db
    .select({ trackId: likes.trackId })
    .from(likes)
    .where(
      and(
        eq(likes.userId, sql.placeholder('userId')),
        sql`${likes.trackId} = any(${sql.placeholder('trackIds')}::uuid[])`,
      ),
    )
    .prepare(name),
)

/** Which of these tracks the user likes. */
export async function findLiked(db: Db, userId: string, trackIds: readonly string[]) {
  const rows = await likedOf(db).execute({ userId, trackIds })
  return new Set(rows.map(({ trackId }) => trackId))
}

/** The number of public tracks per genre, most first, and how long they are. A trigger maintains both. */
export function findGenreCounts(db: Db) {
  return db
    .select({
      genre: genreCounts.genre,
      trackCount: genreCounts.tracks,
      duration: genreCounts.duration,
    })
    .from(genreCounts)
    .where(gt(genreCounts.tracks, 0))
    .orderBy(sql`${genreCounts.genre} = 'other'`, desc(genreCounts.tracks), asc(genreCounts.genre))
}

export async function hasGenre(db: Db, genre: string): Promise<boolean> {
  const rows = await db
    .select({ tracks: genreCounts.tracks })
    .from(genreCounts)
    .where(and(eq(genreCounts.genre, genre), gt(genreCounts.tracks, 0)))
  return rows.length > 0
}
