import { Readable } from 'node:stream'
import type { DataExport } from '#contract/account.ts'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import { notFound } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { createChecksums, type ZipMember, zipSource } from '#server/platform/archive/zip.ts'
import { forEachConcurrent } from '#server/platform/batching/for-each-concurrent.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { bytesSource, objectSource, wholeOf } from '#server/platform/objects/byte-source.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts'
import { audioObject, imageObject } from '#server/shared/object-keys.ts'
import { createArchiveNames } from './archive-names.ts'
import { archiveParts } from './parts.ts'
import { type FileName, presentExport } from './presenter.ts'
import {
  completeExport,
  type ExportContent,
  findByLink,
  findByUser,
  insertLink,
  leaseNext,
  leases,
  recordProgress,
  releaseExport,
  requestRow,
} from './repository.ts'
import { findOwned, type Owned } from './source-repository.ts'

type Deps = { db: Db; store: ObjectStore }

const linkHours = 24

export async function requestExport(db: Db, userId: string): Promise<DataExport> {
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, userId)
    await requestRow(tx, userId)
  })
  return presentExport(await findByUser(db, userId), null)
}

/** Each call issues a new link once the export is ready. */
export async function getExport(db: Db, userId: string): Promise<DataExport> {
  const row = await findByUser(db, userId)
  if (row?.state !== 'ready') return presentExport(row, null)
  const token = newToken()
  if (!(await insertLink(db, row.id, hashToken(token)))) return presentExport(undefined, null)
  return presentExport(row, urlFor(routes.downloadExport, { params: { token } }))
}

/**
 * The archive behind a link, streamed file by file, without what was deleted since the export. 404 for every other
 * user, also for administrators.
 */
export async function openArchive(
  { db, store }: Deps,
  token: string,
  userId: string,
): Promise<{ name: string; size: number; stream: Readable }> {
  const row = await findByLink(db, hashToken(token), userId)
  const owned = row && (await findOwned(db, userId))
  if (!owned) throw notFound('Export')
  const keyOf = currentKeys(owned)
  const { documents, files } = row.content
  const members = Object.entries(documents).map(([name, document]): ZipMember => {
    const json = Buffer.from(`${JSON.stringify(document, null, 2)}\n`)
    return { name, content: bytesSource(json), version: name }
  })
  await forEachConcurrent(files, 16, async (file) => {
    const key = keyOf(file)
    const stored = key && (await store.stat(key))
    if (!key || !stored) return
    const content = objectSource(store, key, { start: 0, end: stored.size })
    members.push({ name: file.name, content, version: key })
  })
  const { createdAt } = row
  const archive = zipSource(members, { modified: createdAt, checksums: createChecksums() })
  return {
    name: `export-${createdAt.toISOString().slice(0, 10)}.zip`,
    size: archive.size,
    stream: Readable.from(archive.read(wholeOf(archive)), { objectMode: false }),
  }
}

/** Prepares the next export. Returns false if there is none. */
export async function prepareNextExport(deps: Deps): Promise<boolean> {
  const { db } = deps
  const leased = await leaseNext(db)
  if (!leased) return false
  try {
    const content = await leases.withHeartbeat(db, leased, () =>
      collectExport(deps, leased.userId, async (done, total) => {
        // Not a write for every file of a large collection.
        if (done % 20 === 0 || done === total) await recordProgress(db, leased, { done, total })
      }),
    )
    const expiresAt = new Date(Date.now() + linkHours * 3600_000)
    // Without effect if the user was deleted meanwhile.
    if (content) await completeExport(db, leased, content, expiresAt)
  } catch (error) {
    await releaseExport(db, leased).catch(() => {})
    throw error
  }
  return true
}

export const startExports = (deps: Deps, options: { onFailure(error: unknown): void }) =>
  startWorker({ runNext: () => prepareNextExport(deps), pollMs: 15_000, ...options })

type ExportFile = ExportContent['files'][number]

/** Of an image, the archive has the widest stored one: the uploaded file was re-encoded and deleted. */
const widest = Number.POSITIVE_INFINITY
const imageKey = (path: string | null) => (path ? imageObject(path, widest)?.key : undefined)

/** The key of each file now: files get new keys when they become private. */
function currentKeys({ profile, tracks, versions, playlists }: Owned) {
  const keys = new Map<string, string | undefined>([
    [`avatar ${profile.id}`, imageKey(profile.profileImageUrl)],
  ])
  for (const { id, audioPath, artworkPath } of tracks) {
    keys.set(`audio ${id}`, audioObject(audioPath)?.key)
    keys.set(`artwork ${id}`, imageKey(artworkPath))
  }
  for (const { id, audioPath } of versions) keys.set(`version ${id}`, audioObject(audioPath)?.key)
  for (const { id, coverPath } of playlists) keys.set(`cover ${id}`, imageKey(coverPath))
  return ({ kind, id }: Pick<ExportFile, 'kind' | 'id'>) => keys.get(`${kind} ${id}`)
}

type Progress = (done: number, total: number) => Promise<void>

/** All files that there may be, with names that are theirs alone. */
function nameFiles({ profile, tracks, versions, playlists }: Owned): ExportFile[] {
  const nameOf = createArchiveNames()
  const extensionOf = (path: string) => path.split('.').at(-1) ?? ''
  const slugs = new Map(tracks.map(({ id, slug }) => [id, slug]))
  return [
    { name: nameOf('artwork', 'profile', 'webp'), kind: 'avatar', id: profile.id },
    ...tracks.flatMap(({ id, slug, audioPath }): ExportFile[] => [
      { name: nameOf('audio', slug, extensionOf(audioPath)), kind: 'audio', id },
      { name: nameOf('artwork', slug, 'webp'), kind: 'artwork', id },
    ]),
    ...versions.map(({ id, trackId, replacedAt, audioPath }): ExportFile => {
      const until = replacedAt.toISOString().replaceAll(/[:.]/g, '-')
      const text = `${slugs.get(trackId) ?? trackId}-until-${until}`
      return { name: nameOf('audio/versions', text, extensionOf(audioPath)), kind: 'version', id }
    }),
    ...playlists.map(({ id, slug }): ExportFile => {
      return { name: nameOf('artwork/playlists', slug, 'webp'), kind: 'cover', id }
    }),
  ]
}

/** What the archive will contain. Files that are missing in the store are left out. */
async function collectExport(
  { db, store }: Deps,
  userId: string,
  onProgress: Progress,
): Promise<ExportContent | undefined> {
  const owned = await findOwned(db, userId)
  if (!owned) return undefined
  const keyOf = currentKeys(owned)
  const candidates = nameFiles(owned)
  const existing = candidates.flatMap((file) => {
    const key = keyOf(file)
    return key ? [{ file, key }] : []
  })
  const files: ExportFile[] = []
  let bytes = 0
  for (const [index, { file, key }] of existing.entries()) {
    const stored = await store.stat(key)
    if (stored) files.push(file)
    bytes += stored?.size ?? 0
    await onProgress(index + 1, existing.length)
  }
  const names = new Map(files.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  const nameOf: FileName = (kind, id) => names.get(`${kind} ${id}`) ?? null
  const documents: ExportContent['documents'] = {}
  for (const [name, part] of Object.entries(archiveParts))
    documents[name] = await part.read({ db, userId, owned, nameOf })
  return { documents, files, bytes }
}
