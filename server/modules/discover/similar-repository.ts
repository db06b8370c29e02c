import { sql } from 'drizzle-orm'
import { likes, listens, plays, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

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
