import { and, asc, desc, eq, ilike, or, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/route.ts'
import type { updateProfile } from '#contract/users.ts'
import { follows, tracks, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { preparedQuery } from '#server/platform/postgres/prepared-query.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { containsPattern } from '#server/shared/text-filter-repository.ts'
import { hasBlocked } from '#server/shared/visibility.ts'
import { storedColumns } from './columns.ts'

export type UserUpdate = Partial<BodyOf<typeof updateProfile>>

const selectUsers = (db: Db) => db.select(storedColumns).from(users)

export async function findById(db: Db, id: string) {
  const rows = await selectUsers(db).where(eq(users.id, id))
  return rows[0]
}

const byIds = preparedQuery('users_by_ids', (db, name) =>
  selectUsers(db)
    .where(sql`${users.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare(name),
)

export const findByIds = (db: Db, ids: string[]) => byIds(db).execute({ ids })

export async function findByUsername(db: Db, username: string) {
  const rows = await selectUsers(db).where(sql`lower(${users.username}) = lower(${username})`)
  return rows[0]
}

/** Those who exist and are not suspended. They cannot be deleted or suspended until the transaction ends. */
export async function lockUsers(
  tx: Db,
  ids: readonly string[],
  strength: 'key share' | 'no key update',
): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id, suspendedAt: users.suspendedAt })
    .from(users)
    .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(users.id))
    .for(strength)
  return new Set(rows.flatMap(({ id, suspendedAt }) => (suspendedAt === null ? id : [])))
}

export type ProfileCounts = {
  followerCount: number
  followingCount: number
  trackCount: number
  tracksDuration: number
  isFollowing: boolean
  isBlocked: boolean
}

type Counting = { viewerId: string | undefined; publicOnly: boolean }

export async function countProfile(db: Db, userId: string, { viewerId, publicOnly }: Counting) {
  const privacyFilter = publicOnly ? sql`and privacy = 'public'` : sql``
  const { rows } = await db.execute<ProfileCounts>(sql`
    select
      (select count(*)::int from ${follows} where following_id = ${userId}) as "followerCount",
      (select count(*)::int from ${follows} where follower_id = ${userId}) as "followingCount",
      (select count(*)::int from ${tracks} where user_id = ${userId} ${privacyFilter}) as "trackCount",
      (select coalesce(sum(duration), 0)::float8 from ${tracks} where user_id = ${userId} ${privacyFilter})
        as "tracksDuration",
      exists (
        select from ${follows} where follower_id = ${viewerId ?? null} and following_id = ${userId}
      ) as "isFollowing",
      ${hasBlocked(sql`${viewerId ?? null}`, sql`${userId}`)} as "isBlocked"`)
  return rows[0] as ProfileCounts
}

export type UserPage = PageRange & {
  q: string | null | undefined
}

export function listPage(db: Db, { q, limit, after }: UserPage) {
  return selectUsers(db)
    .where(
      and(
        q ? matchesText(q) : undefined,
        after && sql`(${users.createdAt}, ${users.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
}

function matchesText(q: string) {
  const pattern = containsPattern(q)
  return or(
    ilike(users.displayName, pattern),
    ilike(users.firstName, pattern),
    ilike(users.lastName, pattern),
    ilike(users.email, pattern),
  )
}

/** A trigger writes the new name to the search vector of the user's tracks, which are locked in the lock order of all modules. */
export async function lockForRename(db: Db, id: string) {
  await db.execute(sql`select from ${users} where id = ${id} for no key update`)
  await db.execute(sql`select from ${tracks} where user_id = ${id} order by id for no key update`)
}

export async function updateUserRow(db: Db, id: string, update: UserUpdate) {
  const rows = await db
    .update(users)
    .set({ ...update, updatedAt: sql`now()` })
    .where(eq(users.id, id))
    .returning(storedColumns)
  return rows[0]
}
