import type { Readable } from 'node:stream'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  badRequest,
  HttpError,
  insufficientStorage,
  notFound,
  payloadTooLarge,
} from '#server/errors.ts'
import { type RegisterDeps, registerImage } from '#server/modules/uploads/register-service.ts'
import { requestUpload } from '#server/modules/uploads/service.ts'
import { ArchiveError } from '#server/platform/archive/unzip.ts'
import { MiB } from '#server/platform/memory/memory-budget.ts'
import type { Viewer } from '#server/viewer.ts'
import { type Archive, readJson } from './archive.ts'

export type Context = ReturnType<typeof createContext>

/** What all parts of an import share. `problems` has a line for each thing that is rejected. */
export function createContext(deps: RegisterDeps, archive: Archive, viewer: Viewer) {
  const problems: string[] = []
  const attempt = async <T>(name: unknown, run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run()
    } catch (error) {
      const reason = describeRejection(error)
      if (reason === undefined) throw error
      problems.push(printable(`${name}: ${reason}`))
      return undefined
    }
  }
  const send = createSender(deps, archive, viewer.id)
  return {
    ...{ deps, viewer, problems, attempt, send },
    /** Undefined if the archive has no such file, or it is rejected. */
    read: async <T>(name: string, schema: z.ZodType<T>) =>
      attempt(name, () => readJson(archive, name, schema)),
    async sendImage(name: string | null | undefined) {
      if (!name) return undefined
      const maxBytes = limits.maxBulkArtworkBytes
      return attempt(name, async () =>
        registerImage(deps, { userId: viewer.id, url: await send(name, maxBytes), maxBytes }),
      )
    },
  }
}

/** Sends files through the same checks as an upload. */
function createSender(deps: RegisterDeps, archive: Archive, userId: string) {
  // An archive that this program has made names each file once; a forged one could name a file often, and fill the
  // disk.
  const sent = new Set<string>()
  return async (name: string, maxBytes: number): Promise<string> => {
    const file = await archive.open(name)
    if (!file) throw notFound('File')
    if (file.size > maxBytes) throw payloadTooLarge(maxBytes / MiB)
    if (sent.has(name)) throw badRequest('the file is named twice')
    // The space that the database needs.
    if (!deps.hasFreeSpace(file.size)) throw insufficientStorage()
    sent.add(name)
    // The operator runs the import: the hourly and daily upload limits are for users.
    const rateLimitScale = Number.MAX_SAFE_INTEGER
    const { uploadURL } = await requestUpload({ ...deps, rateLimitScale }, userId)
    const key = deps.store.keyFromUploadUrl(uploadURL)
    if (!key) throw new Error('An upload URL has no key.')
    await store(deps, key, { stream: await file.read(), size: file.size })
    return uploadURL
  }
}

async function store(
  { store }: RegisterDeps,
  key: string,
  body: { stream: Readable; size: number },
): Promise<void> {
  let failure: Error | undefined
  body.stream.once('error', (error) => (failure = error))
  try {
    await store.write(key, body, { contentType: 'application/octet-stream' })
  } catch (error) {
    // The store may report a damaged file as a failure of its own.
    throw failure ?? error
  }
}

/** Undefined for what is not the fault of the archive, such as a full disk: the import ends, and can be repeated. */
function describeRejection(error: unknown): string | undefined {
  if (error instanceof z.ZodError) return error.issues[0]?.message ?? 'invalid'
  if (error instanceof HttpError) return error.status < 500 ? error.message : undefined
  return error instanceof ArchiveError ? error.message : undefined
}

/** Titles of an archive are shown in a terminal. */
const printable = (text: string) => text.replaceAll(/\p{C}/gu, '').slice(0, 200)
