import { type SQL, sql } from 'drizzle-orm'
import {
  announcements,
  follows,
  notifications,
  playlists,
  playlistTracks,
  tracks,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { isPublic, visibleTo } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { isHeardBy, type Kind } from './repository.ts'

export type NotificationRow = {
  id: string
  kind: Kind
  at: Date
  count: number
  actorIds: string[]
  detail: string | null
  trackId: string | null
  playlistId: string | null
  slug: string | null
  title: string | null
  type: (typeof playlists.$inferSelect)['type'] | null
}

export type Only = { kind: Kind; aboutId: string | null; day: string }
type Range = PageRange & {
  /** Only what is newer. */
  since?: Date
  /** Only about this: a track, a playlist, or of releases their artist. */
  only?: Only | undefined
  kinds: readonly Kind[]
}

/** 90 days are listed; housekeeping deletes older ones. */
const isInRange = ({ after, since }: Range) => sql`at > now() - interval '90 days'
  ${after ? sql`and (at, id) < (${after.value}, ${after.id})` : sql``}
  ${since ? sql`and at > ${since}` : sql``}`

const newest = ({ limit }: Range) => sql`order by at desc, id desc limit ${limit}`

/** What the viewer may no longer see, and what only suspended or blocked users did, is left out. */
const ownRows = (viewer: Viewer, range: Range): SQL => sql`
  select id, kind, at, count, actor_ids, detail, track_id, playlist_id from ${notifications} own
  where user_id = ${viewer.id} and ${isInRange(range)}
    and kind = any(${sql.param([...range.kinds])}::text[])
    ${
      range.only
        ? sql`and kind = ${range.only.kind} and day = ${range.only.day}
            and coalesce(track_id, playlist_id) is not distinct from ${range.only.aboutId}::uuid`
        : sql``
    }
    and (track_id is null or exists (
      select from ${tracks} where ${tracks.id} = own.track_id and ${visibleTo(tracks, viewer) ?? sql`true`}))
    and (playlist_id is null or exists (
      select from ${playlists} where ${playlists.id} = own.playlist_id and ${visibleTo(playlists, viewer) ?? sql`true`}))
    and (cardinality(actor_ids) = 0 or exists (
      select from ${users} where ${users.id} = any(own.actor_ids) and ${isHeardBy(sql`${viewer.id}`)}))
  ${newest(range)}`

/**
 * The newest of each followed user, merged, as in the library. A track that is announced within a day of its release is
 * told with it.
 */
const announced = (viewer: Viewer, range: Range): SQL => sql`
  select newest.id, 'release' as kind, at, 1 as count, array[newest.user_id] as actor_ids, null as detail,
    track_id, playlist_id
  from ${follows} followed cross join lateral (
    select * from ${announcements} announcement
    where user_id = followed.following_id and at > followed.created_at and ${isInRange(range)}
      and (exists (select from ${tracks} where ${tracks.id} = track_id and ${isPublic('tracks')})
        or exists (select from ${playlists} where ${playlists.id} = playlist_id and ${isPublic('playlists')}))
      and not exists (
        select from ${playlistTracks} entry join ${announcements} release on release.playlist_id = entry.playlist_id
        join ${playlists} on ${playlists.id} = release.playlist_id and ${isPublic('playlists')}
        where entry.track_id = announcement.track_id
          and release.at between announcement.at - interval '1 day' and announcement.at + interval '1 day')
    ${newest(range)}
  ) as newest
  where followed.follower_id = ${viewer.id}
    ${range.only ? sql`and 'release' = ${range.only.kind} and followed.following_id = ${range.only.aboutId}::uuid` : sql``}
    and 'release' = any(${sql.param([...range.kinds])}::text[])
  order by newest.at desc, newest.id desc limit ${range.limit}`

const all = (viewer: Viewer, range: Range) =>
  sql`(${ownRows(viewer, range)}) union all (${announced(viewer, range)}) ${newest(range)}`

export async function listRows(db: Db, viewer: Viewer, range: Range): Promise<NotificationRow[]> {
  const { rows } = await db.execute<Omit<NotificationRow, 'at'> & { at: string }>(sql`
    select page.id, page.kind, page.at, page.count, page.actor_ids as "actorIds", page.detail,
      track_id as "trackId", playlist_id as "playlistId",
      coalesce(${tracks.slug}, ${playlists.slug}) as slug,
      coalesce(${tracks.title}, ${playlists.title}) as title, ${playlists.type} as type
    from (${all(viewer, range)}) as page
    left join ${tracks} on ${tracks.id} = track_id left join ${playlists} on ${playlists.id} = playlist_id
    order by page.at desc, page.id desc`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

export async function countRows(db: Db, viewer: Viewer, range: Range): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${all(viewer, range)}) as page`,
  )
  return rows[0]?.count ?? 0
}
