import { and, eq, ne } from 'drizzle-orm'
import { retiredSlugs } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashSlug, slugCandidates } from './slug.ts'

type Kind = 'track' | 'playlist'

/** Inserts with the first slug that is free. `insert` returns undefined if the slug is taken. */
export async function insertWithSlug<
  Row extends Parameters<typeof slugCandidates>[0] & { userId: string },
>(
  db: Db,
  kind: Kind,
  row: Row,
  insert: (db: Db, row: Row & { slug: string }) => Promise<{ id: string } | undefined>,
): Promise<string> {
  for (const slug of slugCandidates(row, kind)) {
    if (await isSlugRetired(db, { kind, slug, userId: row.userId })) continue
    const inserted = await insert(db, { ...row, slug })
    if (inserted) return inserted.id
  }
  throw new Error('Every slug candidate is taken.')
}

/** Whether a deleted track or playlist of another user had this slug. */
async function isSlugRetired(
  db: Db,
  { kind, slug, userId }: { kind: Kind; slug: string; userId: string },
): Promise<boolean> {
  const rows = await db
    .select({ kind: retiredSlugs.kind })
    .from(retiredSlugs)
    .where(
      and(
        eq(retiredSlugs.kind, kind),
        eq(retiredSlugs.slugHash, hashSlug(slug)),
        ne(retiredSlugs.userId, userId),
      ),
    )
  return rows.length > 0
}
