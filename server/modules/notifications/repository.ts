import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  announcements,
  follows,
  notificationSettings,
  notifications,
  playlists,
  pushMessages,
  pushSubscriptions,
  tracks,
  users,
} from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hasBlocked, isActiveUser, isPublic, isPublicRelease } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

export type Kind = (typeof notifications.$inferSelect)['kind']

/** What one person did. */
export type Event = {
  /** Whom it is told. */
  userId: string
  kind: Kind
  trackId: string | null
  playlistId: string | null
  actorId: string | null
  detail: string | null
  /** When; now if null. */
  at: Date | null
}

/** Of the actors, in `users`, those of whom somebody is told: neither suspended nor blocked. */
export const isHeardBy = (userId: SQL): SQL =>
  sql`(${isActiveUser} and not ${hasBlocked(userId, users.id)})`

/** What somebody does with what is theirs is not told. */
const isTold = sql`(actor_id is null or actor_id <> event.user_id
  and exists (select from ${users} where ${users.id} = actor_id and ${isHeardBy(sql`event.user_id`)}))`

const dayOf = sql`(coalesce(at, now()) at time zone 'utc')::date`

/** What was told can be undone also by those who have been blocked since. */
const canBeUndone = sql`(${isTold} or exists (
  select from ${notifications} existing where existing.user_id = event.user_id and existing.kind = event.kind
    and existing.track_id is not distinct from event.track_id
    and existing.playlist_id is not distinct from event.playlist_id
    and existing.day = ${dayOf} and actor_id = any(existing.actor_ids)))`

/** Events by notification, of those that meet the condition. */
const grouped = (events: readonly Event[], condition: SQL) => {
  const array = (key: keyof Event, type: string) =>
    sql`${sql.param(events.map((event) => event[key]))}::${sql.raw(type)}[]`
  return sql`(
    select user_id, kind, track_id, playlist_id, ${dayOf} as day,
      array_remove(array_agg(actor_id), null) as actor_ids, count(*)::int as count, max(detail) as detail
    from unnest(${array('userId', 'uuid')}, ${array('kind', 'text')}, ${array('trackId', 'uuid')},
      ${array('playlistId', 'uuid')}, ${array('actorId', 'uuid')}, ${array('detail', 'text')},
      ${array('at', 'timestamptz')}) as event (user_id, kind, track_id, playlist_id, actor_id, detail, at)
    where ${condition}
    group by 1, 2, 3, 4, 5)`
}

const maxPushesPerHour = 30

/**
 * The browsers of these users get a message about this kind, thing and day, if they have got none yet: neither more likes
 * nor a like that is given and withdrawn again and again sends a second one.
 */
const pushTo = (told: SQL) => sql`
  insert into ${pushMessages} (subscription_id, kind, about_id, day)
  select subscription.id, told.kind, told.about_id, told.day
  from ${told} as told join ${pushSubscriptions} subscription using (user_id)
  where not exists (
    select from ${notificationSettings} settings
    where settings.user_id = told.user_id and told.kind = any(settings.disabled))
  and ${maxPushesPerHour} > (
    select count(*) from ${pushMessages} recent
    where recent.subscription_id = subscription.id and recent.created_at > now() - interval '1 hour')
  order by 1
  on conflict do nothing`

/** Followers of the owners of what is announced. */
const pushReleases = sql`(
  select follower_id as user_id, 'release' as kind, following_id as about_id, (now() at time zone 'utc')::date as day
  from ${follows} where following_id in (select user_id from announced))`

/** The last actors that a row has. An actor who comes back to what they did among them is not counted again. */
const maxActors = 10

export async function addEvents(db: Db, events: readonly Event[]): Promise<void> {
  await db.execute(sql`
    with told as materialized (select * from ${grouped(events, isTold)} as event),
    pushed as (${pushTo(sql`(
      select user_id, kind, coalesce(track_id, playlist_id) as about_id, day from told)`)})
    insert into ${notifications} as existing
      (user_id, kind, track_id, playlist_id, day, actor_ids, count, detail)
    select user_id, kind, track_id, playlist_id, day, actor_ids[:${sql.raw(`${maxActors}`)}], count, detail
    from told
    on conflict (user_id, kind, track_id, playlist_id, day) do update set
      count = existing.count + excluded.count - (
        select count(*)::int from unnest(excluded.actor_ids) as actor where actor = any(existing.actor_ids)),
      actor_ids = (excluded.actor_ids || array(
        select actor from unnest(existing.actor_ids) with ordinality as known (actor, place)
        where actor <> all(excluded.actor_ids) order by place))[:${sql.raw(`${maxActors}`)}],
      detail = excluded.detail, at = excluded.at`)
}

/** A notification of which nothing is left is deleted. */
export async function removeEvents(db: Db, events: readonly Event[]): Promise<void> {
  const isSame = sql`existing.user_id = undone.user_id and existing.kind = undone.kind
    and existing.track_id is not distinct from undone.track_id
    and existing.playlist_id is not distinct from undone.playlist_id and existing.day = undone.day`
  await db.execute(sql`
    with undone as materialized (select * from ${grouped(events, canBeUndone)} as told), deleted as (
      delete from ${notifications} existing using undone where ${isSame} and existing.count <= undone.count)
    update ${notifications} existing set count = existing.count - undone.count, actor_ids = array(
      select actor from unnest(existing.actor_ids) with ordinality as known (actor, place)
      where actor <> all(undone.actor_ids) order by place)
    from undone where ${isSame} and existing.count > undone.count`)
}

const timeOf = (at: Date | undefined) => (at ? sql`${at.toISOString()}::timestamptz` : sql`now()`)
/** Instead of telling browsers. */
const countAnnounced = sql`select count(*) from announced`

/** Those that are public, each once. Returns nothing for what was announced before. */
export async function announceTracks(db: Db, ids: string[], at?: Date): Promise<void> {
  await db.execute(sql`
    with announced as (
      insert into ${announcements} (user_id, track_id, at)
      select user_id, id, ${timeOf(at)} from ${tracks} where id = any(${sql.param(ids)}::uuid[]) and ${isPublic('tracks')}
      order by id on conflict do nothing returning user_id)
    ${at ? countAnnounced : pushTo(pushReleases)}`)
  await renew(db, inArray(notifications.trackId, ids))
}

export async function announceRelease(db: Db, id: string, at?: Date): Promise<void> {
  await db.execute(sql`
    with announced as (
      insert into ${announcements} (user_id, playlist_id, at)
      select user_id, id, ${timeOf(at)} from ${playlists} where id = ${id} and ${isPublicRelease('playlists')}
      on conflict do nothing returning user_id)
    ${at ? countAnnounced : pushTo(pushReleases)}`)
  await renew(db, eq(notifications.playlistId, id))
}

/** Whom something private credits learns it when they can see it. */
async function renew(db: Db, condition: SQL): Promise<void> {
  await db
    .update(notifications)
    .set({ at: sql`clock_timestamp()` })
    .where(and(eq(notifications.kind, 'credit'), eq(notifications.detail, 'requested'), condition))
}

export function findActors(db: Db, ids: string[], viewer: Viewer) {
  return db
    .select(userSummaryColumns)
    .from(users)
    .where(and(inArray(users.id, ids), isHeardBy(sql`${viewer.id}`)))
}

export const deleteNotificationsOf = async (db: Db, userId: string): Promise<void> => {
  await db.delete(notifications).where(eq(notifications.userId, userId))
  await db.delete(announcements).where(eq(announcements.userId, userId))
}
