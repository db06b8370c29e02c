import { type Column, sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'

/** What `excerpt` reads of a text: one code point more than a list has. */
export const startOf = (column: Column) =>
  sql<string | null>`left(${column}, ${sql.raw(String(limits.maxExcerptLength + 1))})`
