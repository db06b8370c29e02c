import { ilike, or, type SQL, sql } from 'drizzle-orm'
import { tracks, users } from '#server/database/schema.ts'

/** A pattern for `ilike` that matches values containing the text, with wildcards in it escaped. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Tracks whose title, or whose uploader's name, contains the text. */
export function trackContains(text: string): SQL | undefined {
  const pattern = containsPattern(text)
  return or(
    ilike(tracks.title, pattern),
    // As one array, so that both sides of the OR can use their index.
    sql`${tracks.userId} = any(array(
      select named.id from ${users} named where named.display_name ilike ${pattern}))`,
  )
}
