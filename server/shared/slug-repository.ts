import { and, eq, ne } from 'drizzle-orm'
import { retiredSlugs } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashSlug } from './slug.ts'

/** Whether a deleted track or playlist of another user had this slug. */
export async function isSlugRetired(
  db: Db,
  { kind, slug, userId }: { kind: 'track' | 'playlist'; slug: string; userId: string },
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
