import { badRequest, conflict, insufficientStorage, notFound } from '#server/errors.ts'
import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import { partSizes } from '#server/platform/objects/multipart.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { stagingKey } from '#server/shared/object-keys.ts'
import { findMultipart } from './repository.ts'
import { urlTtlSeconds } from './service.ts'

/** Uploads in parts, which can be resumed. */

type Deps = { db: Db; store: ObjectStore }
type OwnUpload = { id: string; userId: string }

async function findOpen({ db }: Deps, upload: OwnUpload) {
  const found = await findMultipart(db, upload)
  if (!found) throw notFound('Upload')
  if (found.state !== 'issued') throw conflict('This upload has already been registered.')
  return found
}

/** Fails while another part arrives: only its bytes would tell the client so otherwise. */
export async function requestPart(deps: Deps, own: OwnUpload, partNumber: number) {
  const upload = await findOpen(deps, own)
  const { length } = partSizes(upload.size)
  if (partNumber > length) throw badRequest(`This upload has ${length} parts.`)
  if (!upload.isFree)
    throw conflict('A part of this file is being sent already. Please wait until it has arrived.')
  const part = { ...upload, partNumber }
  return { uploadURL: await deps.store.multipart.presignedPartUrl(part, urlTtlSeconds) }
}

export async function listParts(deps: Deps, own: OwnUpload) {
  const upload = await findOpen(deps, own)
  return { parts: (await deps.store.multipart.listParts(upload)) ?? [] }
}

/** Bytes of the files that are being made of their parts now. */
let joining = 0

/** Makes the parts one file, if it was sent in parts. On disk both exist for a moment. */
export async function completeParts(
  { db, store, hasFreeSpace }: Deps & { hasFreeSpace(bytes: number): boolean },
  own: OwnUpload,
): Promise<void> {
  const upload = await findMultipart(db, own)
  if (!upload) return
  const { size } = upload
  if (isLocalDisk(store) && !hasFreeSpace(joining + size)) throw insufficientStorage()
  joining += size
  const result = await store.multipart.complete(upload).finally(() => {
    joining -= size
  })
  // An interrupted registration may have completed and staged the file, and another part may have arrived since.
  if (result === 'incomplete' && !(await store.stat(stagingKey(own.id))))
    throw conflict('Parts of this file are missing. Please send them first.')
}
