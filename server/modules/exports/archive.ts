import type { Readable } from 'node:stream'
import { notFound } from '#server/errors.ts'
import { createZip } from '#server/platform/archive/zip.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken } from '#server/platform/secrets/secrets.ts'
import { currentKeys } from './collect.ts'
import { findByLink } from './repository.ts'

/**
 * The archive behind a link, streamed file by file, without what was deleted since the export. 404 for every other
 * user, also for administrators.
 */
export async function openArchive(
  { db, store }: { db: Db; store: ObjectStore },
  token: string,
  userId: string,
): Promise<{ name: string; stream: Readable }> {
  const row = await findByLink(db, hashToken(token), userId)
  if (!row) throw notFound('Export')
  const keyOf = await currentKeys(db, userId)
  const { documents, files } = row.content
  const zip = createZip()
  for (const [name, document] of Object.entries(documents))
    zip.addText(name, `${JSON.stringify(document, null, 2)}\n`)
  for (const file of files) {
    const key = keyOf(file)
    if (key) zip.addFile(file.name, () => store.read(key))
  }
  return { name: `export-${row.createdAt.toISOString().slice(0, 10)}.zip`, stream: zip.end() }
}
