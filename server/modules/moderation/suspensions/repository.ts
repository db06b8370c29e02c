import { asc, eq, inArray, sql } from 'drizzle-orm'
import {
  genreCounts,
  playlists,
  removals,
  tracks,
  uploads,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** From here on no concurrent transaction can insert rows for this user. Undefined if the user does not exist. */
export async function lockUser(tx: Db, id: string) {
  const rows = await tx
    .select({
      id: users.id,
      issuer: users.issuer,
      subject: users.subject,
      email: users.email,
      emailVerified: users.emailVerified,
      suspendedAt: users.suspendedAt,
      profileImageUrl: users.profileImageUrl,
    })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  return rows[0]
}

/** What a user owns, locked in the lock order of all modules: tracks, playlists, counts, each sorted. */
export async function lockContentOf(tx: Db, userId: string): Promise<OwnedIds> {
  const lockIds = async (table: typeof tracks | typeof playlists) => {
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(eq(table.userId, userId))
      .orderBy(asc(table.id))
      .for('no key update')
    return rows.map(({ id }) => id)
  }
  const owned = { tracks: await lockIds(tracks), playlists: await lockIds(playlists) }
  const genres = tx
    .selectDistinct({ genre: sql`coalesce(${tracks.genre}, 'other')` })
    .from(tracks)
    .where(eq(tracks.userId, userId))
  await tx
    .select({ genre: genreCounts.genre })
    .from(genreCounts)
    .where(inArray(genreCounts.genre, genres))
    .orderBy(asc(genreCounts.genre))
    .for('update')
  return owned
}

export type OwnedIds = { tracks: string[]; playlists: string[] }

const kinds = [
  {
    name: 'tracks',
    table: tracks,
    column: sql.identifier('track_id'),
    files: sql`array[audio_path, opus_path, aac_path, artwork_path]`,
  },
  {
    name: 'playlists',
    table: playlists,
    column: sql.identifier('playlist_id'),
    files: sql`array[cover_path]`,
  },
] as const

/** Changed in batches, so that no statement takes long: triggers index every track. */
const rowsPerBatch = 250

function* batchesOf(ids: string[]) {
  for (let start = 0; start < ids.length; start += rowsPerBatch)
    yield sql`any(${sql.param(ids.slice(start, start + rowsPerBatch))}::uuid[])`
}

/**
 * Makes everything that a user owns private and records its former privacy, also of what was private already, so that
 * no one can publish it meanwhile. Files that others could read get new keys.
 */
export async function hideContent(tx: Db, owned: OwnedIds) {
  for (const { name, table, column, files } of kinds)
    for (const batch of batchesOf(owned[name])) {
      await tx.execute(sql`
        insert into ${removals} (${column}, privacy, is_owner_suspended)
        select id, privacy, true from ${table} where id = ${batch}
        on conflict (${column}) do update set is_owner_suspended = true`)
      await tx.execute(sql`
        update ${uploads} set exposed_by = item.id
        from (select id, unnest(${files}) as path from ${table}
          where id = ${batch} and privacy <> 'private') as item
        where object_path = item.path and state = 'used'`)
      await tx.execute(sql`
        update ${table} set privacy = 'private' where id = ${batch} and privacy <> 'private'`)
    }
}

/**
 * What was removed stays private. `updated_at` stays, so that lists sorted by it show each item at its old position.
 */
export async function restoreContent(tx: Db, owned: OwnedIds) {
  for (const { name, table, column } of kinds)
    for (const batch of batchesOf(owned[name])) {
      const hidden = sql`${column} = ${batch} and is_owner_suspended`
      await tx.execute(sql`
        update ${table} set privacy = hidden.privacy from ${removals} as hidden
        where ${table}.id = ${batch} and hidden.${column} = ${table}.id
          and hidden.is_owner_suspended and hidden.reason is null and hidden.privacy <> 'private'`)
      await tx.execute(sql`delete from ${removals} where ${hidden} and reason is null`)
      await tx.execute(sql`update ${removals} set is_owner_suspended = false where ${hidden}`)
    }
}

/** Returns the time of the suspension. */
export async function markSuspended(tx: Db, id: string): Promise<Date> {
  const rows = await tx
    .update(users)
    .set({ suspendedAt: sql`clock_timestamp()` })
    .where(eq(users.id, id))
    .returning({ at: users.suspendedAt })
  return rows[0]?.at as Date
}

export async function unmarkSuspended(tx: Db, id: string) {
  await tx.update(users).set({ suspendedAt: null }).where(eq(users.id, id))
}
