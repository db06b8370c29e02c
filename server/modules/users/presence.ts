import { notSignedIn } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { holdUser } from './queries.ts'

/** Whoever makes something for a person holds them first: they may be being deleted at this moment. */
export async function holdCaller(db: Db, userId: string): Promise<void> {
  if (!(await holdUser(db, userId))) throw notSignedIn()
}
