import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { genreCounts, likes, listens, plays, tracks } from '#server/database/schema.ts'
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

/**
 * The caller, whose recent listens are left out: by the user's history, and by the plays of the user or browser.
 */
type Listener = { userId: string | null; listener: string }
type Similar = Listener & { trackId: string; limit: number }

/** Only the newest likes are read, however many there are. */
const likers = 100
const likesPerLiker = 20
const genreCandidates = 200
/** With fewer, the list would tell what a single user likes. */
const minLikers = 3

const isNotPlayed = ({ userId, listener }: Listener, id: string) => sql`
  not exists (select from ${listens} listen where listen.user_id = ${userId}::uuid
    and listen.track_id = ${sql.raw(id)} and listen.listened_at > now() - interval '24 hours')
  and not exists (select from ${plays} played where played.listener = ${listener}::uuid
    and played.track_id = ${sql.raw(id)} and played.played_at > now() - interval '24 hours')`

/** What at least three of the people who like the track like too, the most frequent first. */
export async function findLikedTogether(db: Db, { trackId, limit, ...listener }: Similar) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select candidate.track_id as id from (
      select liked.track_id, count(*) as likers, max(liked.created_at) as liked_at
      from (select user_id from ${likes} where track_id = ${trackId}
            order by created_at desc limit ${likers}) as fan
      cross join lateral (
        select track_id, created_at from ${likes} where user_id = fan.user_id
        order by created_at desc, track_id desc limit ${likesPerLiker}
      ) as liked
      where liked.track_id <> ${trackId} group by liked.track_id having count(*) >= ${minLikers}
    ) as candidate join ${tracks} track on track.id = candidate.track_id and track.privacy = 'public'
    where ${isNotPlayed(listener, 'candidate.track_id')}
    order by candidate.likers desc, candidate.liked_at desc, candidate.track_id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** The most played public tracks of the track's genre. */
export async function findOfSameGenre(db: Db, { trackId, limit, ...listener }: Similar) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select candidate.id from (
      select id, play_count from ${tracks}
      where privacy = 'public'
        and coalesce(genre, 'other') = (select coalesce(genre, 'other') from ${tracks} where id = ${trackId})
      order by play_count desc, id desc limit ${genreCandidates}
    ) as candidate
    where candidate.id <> ${trackId} and ${isNotPlayed(listener, 'candidate.id')}
    order by candidate.play_count desc, candidate.id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}
