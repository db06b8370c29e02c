import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import {
  blocks,
  comments,
  follows,
  librarySettings,
  likes,
  listens,
  playlists,
  playlistTracks,
  reposts,
  savedPlaylists,
  tracks,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  areUnblocked,
  hasBlocked,
  isPublic,
  isRelease,
  visibleTo,
} from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

type Relation = { id: string; at: Date }

export type Own = { id: string; hasCover: boolean }

export async function listOwn(
  db: Db,
  kind: 'track' | 'playlist',
  { userId, ids }: { userId: string; ids: string[] },
): Promise<Own[]> {
  const [table, cover] =
    kind === 'track' ? [tracks, tracks.artworkPath] : [playlists, playlists.coverPath]
  return db
    .select({ id: table.id, hasCover: sql<boolean>`${cover} is not null` })
    .from(table)
    .where(and(eq(table.userId, userId), inArray(table.id, ids)))
}

/** When the entries of a playlist were added. */
export async function setAddedAt(
  db: Db,
  playlistId: string,
  entries: readonly { trackId: string; addedAt: Date }[],
) {
  await db.execute(sql`
    update ${playlistTracks} entry set added_at = added.at from unnest(
      ${sql.param(entries.map(({ trackId }) => trackId))}::uuid[],
      ${sql.param(entries.map(({ addedAt }) => addedAt.toISOString()))}::timestamptz[]
    ) as added (track_id, at)
    where entry.playlist_id = ${playlistId} and entry.track_id = added.track_id
      and entry.added_at <> added.at`)
}

/** The relations as rows; a time in the future becomes now. */
const named = (relations: readonly Relation[]) => sql`(
  select named.id, least(named.at, now()) as at from unnest(
    ${sql.param(relations.map(({ id }) => id))}::uuid[],
    ${sql.param(relations.map(({ at }) => at.toISOString()))}::timestamptz[]) as named (id, at)
) as named`
const ids = (relations: readonly Relation[]) => sql.param(relations.map(({ id }) => id))
const condition = (part: SQL | undefined) => part ?? sql`true`

/** Locks in the order of all modules: users, then tracks, each by id. */
async function lockUsers(db: Db, userIds: readonly string[]) {
  await db.execute(sql`
    select from ${users} where id = any(${sql.param(userIds)}::uuid[]) order by id for key share`)
}

/** Returns how many are new. Tracks that do not exist here, or that the viewer may not see, are left out. */
export async function insertLikes(db: Db, viewer: Viewer, relations: readonly Relation[]) {
  await lockUsers(db, [viewer.id])
  await db.execute(sql`
    select from ${tracks} where id = any(${ids(relations)}::uuid[]) order by id for no key update`)
  const { rowCount } = await db.execute(sql`
    with inserted as (
      insert into ${likes} (user_id, track_id, created_at)
      select ${viewer.id}::uuid, ${tracks.id}, max(named.at) from ${named(relations)}
      join ${tracks} on ${tracks.id} = named.id
      where ${condition(visibleTo(tracks, viewer))} and not ${hasBlocked(tracks.userId, sql`${viewer.id}`)}
      group by ${tracks.id}
      on conflict do nothing returning track_id
    )
    update ${tracks} set like_count = like_count + 1 from inserted where id = inserted.track_id`)
  return rowCount ?? 0
}

export async function insertFollows(db: Db, viewer: Viewer, relations: readonly Relation[]) {
  await lockUsers(db, [viewer.id, ...relations.map(({ id }) => id)])
  const { rowCount } = await db.execute(sql`
    insert into ${follows} (follower_id, following_id, created_at)
    select ${viewer.id}::uuid, ${users.id}, max(named.at) from ${named(relations)}
    join ${users} on ${users.id} = named.id
    where ${users.id} <> ${viewer.id} and ${areUnblocked(users.id, sql`${viewer.id}`)}
    group by ${users.id}
    on conflict do nothing`)
  return rowCount ?? 0
}

export async function insertBlocks(db: Db, viewer: Viewer, relations: readonly Relation[]) {
  await lockUsers(db, [viewer.id, ...relations.map(({ id }) => id)])
  const { rowCount } = await db.execute(sql`
    insert into ${blocks} (user_id, blocked_id, created_at)
    select ${viewer.id}::uuid, ${users.id}, max(named.at) from ${named(relations)}
    join ${users} on ${users.id} = named.id
    where ${users.id} <> ${viewer.id} group by ${users.id}
    on conflict do nothing`)
  await db.execute(sql`
    delete from ${follows} using ${blocks} where blocks.user_id = ${viewer.id} and (
      (follower_id, following_id) = (blocks.user_id, blocks.blocked_id)
      or (follower_id, following_id) = (blocks.blocked_id, blocks.user_id))`)
  return rowCount ?? 0
}

/** None if the viewer keeps no history. */
export async function insertHistoryEntries(db: Db, viewer: Viewer, relations: readonly Relation[]) {
  await lockUsers(db, [viewer.id])
  const isOff = sql`select from ${librarySettings} off
    where off.user_id = ${viewer.id} and not off.history_enabled`
  const { rowCount } = await db.execute(sql`
    insert into ${listens} (user_id, track_id, day, listened_at)
    select ${viewer.id}::uuid, ${tracks.id}, (named.at at time zone 'utc')::date as day, max(named.at)
    from ${named(relations)} join ${tracks} on ${tracks.id} = named.id
    where ${condition(visibleTo(tracks, viewer))} and not exists (${isOff})
    group by ${tracks.id}, day
    on conflict do nothing`)
  return rowCount ?? 0
}

/** Playlists of other users. */
export async function insertSavedPlaylists(db: Db, viewer: Viewer, relations: readonly Relation[]) {
  await lockUsers(db, [viewer.id])
  const isOther = and(visibleTo(playlists, viewer), sql`${playlists.userId} <> ${viewer.id}`)
  const { rowCount } = await db.execute(sql`
    insert into ${savedPlaylists} (user_id, playlist_id, saved_at)
    select ${viewer.id}::uuid, ${playlists.id}, max(named.at) from ${named(relations)}
    join ${playlists} on ${playlists.id} = named.id
    where ${condition(isOther)} group by ${playlists.id}
    on conflict do nothing`)
  return rowCount ?? 0
}

/** Public tracks and releases of others, unless one of the two has blocked the other. */
export async function insertReposts(db: Db, viewer: Viewer, relations: readonly Relation[]) {
  await lockUsers(db, [viewer.id])
  const isOthers = (type: SQL) => sql`item.id = named.id and ${isPublic('item')} and ${type}
    and item.user_id <> ${viewer.id} and ${areUnblocked(sql`item.user_id`, sql`${viewer.id}`)}`
  const { rowCount } = await db.execute(sql`
    insert into ${reposts} (user_id, track_id, playlist_id, created_at)
    select ${viewer.id}::uuid, track_id, playlist_id, max(at) from (
      select item.id as track_id, null::uuid as playlist_id, named.at
      from ${named(relations)} join ${tracks} item on ${isOthers(sql`true`)}
      union all
      select null, item.id, named.at
      from ${named(relations)} join ${playlists} item on ${isOthers(isRelease('item'))}
    ) as found
    group by track_id, playlist_id
    on conflict do nothing`)
  return rowCount ?? 0
}

export type SaidThere = {
  id: string
  text: string
  position: number | null
  parentId: string | null
  at: Date
}

/** Once each, on tracks whose owners would allow them; a reply if what it replies to is here, and can have one more. */
export async function insertComments(db: Db, viewer: Viewer, said: readonly SaidThere[]) {
  await lockUsers(db, [viewer.id])
  const allowed = sql`
    select distinct on (${tracks.id}, said.text)
      ${tracks.id} as track_id, said.text, said.position, parent.id as parent_id, least(said.at, now()) as at
    from unnest(
      ${sql.param(said.map(({ id }) => id))}::uuid[],
      ${sql.param(said.map(({ text }) => text))}::text[],
      ${sql.param(said.map(({ position }) => position))}::float8[],
      ${sql.param(said.map(({ parentId }) => parentId))}::uuid[],
      ${sql.param(said.map(({ at }) => at.toISOString()))}::timestamptz[]
    ) as said (id, text, position, parent_id, at)
    join ${tracks} on ${tracks.id} = said.id
    left join ${comments} parent on parent.id = said.parent_id
      and parent.track_id = ${tracks.id} and parent.parent_id is null
    where ${condition(visibleTo(tracks, viewer))}
      and (said.parent_id is null or parent.id is not null)
      and (not ${tracks.commentsClosed} or ${tracks.userId} = ${viewer.id})
      and not ${hasBlocked(tracks.userId, sql`${viewer.id}`)} and not ${hasBlocked(sql`parent.user_id`, sql`${viewer.id}`)}
      and not exists (select from ${comments} existing where existing.user_id = ${viewer.id}
        and existing.track_id = ${tracks.id} and existing.content = said.text)`
  const { rowCount } = await db.execute(sql`
    insert into ${comments} (user_id, track_id, content, position, parent_id, created_at)
    select ${viewer.id}::uuid, track_id, text, position, parent_id, at
    from (select *, row_number() over (partition by parent_id order by at) as number from (${allowed}) allowed) said
    where parent_id is null or number <= ${limits.maxReplies} - (
      select count(*) from ${comments} reply where reply.parent_id = said.parent_id)`)
  return rowCount ?? 0
}

type Stored = 'likes' | 'reposts' | 'follows' | 'blocks' | 'history' | 'savedPlaylists'

/** Where what a viewer has of each relation is stored: the ids that it names. */
const idsOf = (viewerId: string): Record<Stored, SQL> => ({
  likes: sql`select ${likes.trackId} from ${likes} where ${likes.userId} = ${viewerId}`,
  reposts: sql`select coalesce(${reposts.trackId}, ${reposts.playlistId}) from ${reposts} where ${reposts.userId} = ${viewerId}`,
  follows: sql`select ${follows.followingId} from ${follows} where ${follows.followerId} = ${viewerId}`,
  blocks: sql`select ${blocks.blockedId} from ${blocks} where ${blocks.userId} = ${viewerId}`,
  history: sql`select ${listens.trackId} from ${listens} where ${listens.userId} = ${viewerId}`,
  savedPlaylists: sql`select ${savedPlaylists.playlistId} from ${savedPlaylists} where ${savedPlaylists.userId} = ${viewerId}`,
})

/** How many of them the viewer has neither had before nor got now. */
export async function countLeftOut(
  db: Db,
  { viewer, name }: { viewer: Viewer; name: Stored },
  relations: readonly Relation[],
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from unnest(${ids(relations)}::uuid[]) as named (id)
    where id not in (${idsOf(viewer.id)[name]})`)
  return rows[0]?.count ?? 0
}

export async function countCommentsLeftOut(
  db: Db,
  viewer: Viewer,
  said: readonly SaidThere[],
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from unnest(
      ${sql.param(said.map(({ id }) => id))}::uuid[], ${sql.param(said.map(({ text }) => text))}::text[]
    ) as said (id, text)
    where not exists (select from ${comments} existing where existing.user_id = ${viewer.id}
      and existing.track_id = said.id and existing.content = said.text)`)
  return rows[0]?.count ?? 0
}

export async function keepsHistory(db: Db, viewer: Viewer): Promise<boolean> {
  const off = and(eq(librarySettings.userId, viewer.id), eq(librarySettings.historyEnabled, false))
  return (await db.$count(librarySettings, off)) === 0
}
