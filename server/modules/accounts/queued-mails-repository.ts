import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'

/**
 * Mails to a user that are not sent yet, in the table of pg-boss: their jobs name the user, and some an address or the
 * reason of a suspension. The notice to a former address is kept: somebody else may have changed it.
 */
export async function deleteQueuedMails(
  db: Db,
  { userId, accountId }: { userId: string; accountId: string | undefined },
): Promise<void> {
  // The first server that opens its jobs creates the table.
  const { rowCount } = await db.execute(sql`select where to_regclass('pgboss.job') is not null`)
  if (!rowCount) return
  await db.execute(sql`
    delete from pgboss.job where name = 'send-mail'
      and (data ->> 'userId' = ${userId} or data ->> 'accountId' = ${accountId ?? null}::text)`)
}
