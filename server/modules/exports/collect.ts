import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject, imageObject } from '#server/shared/object-keys.ts'
import { presentDocuments } from './presenter.ts'
import {
  type ExportContent,
  findExportSource,
  findProfile,
  listPlaylists,
  listTracks,
} from './repository.ts'

type ExportFile = ExportContent['files'][number]

/** Of an image, the archive has the widest stored one: the uploaded file was re-encoded and deleted. */
const widest = Number.POSITIVE_INFINITY
const imageKey = (path: string | null | undefined) =>
  path ? imageObject(path, widest)?.key : undefined

/** The key of each file now: files get new keys when they become private. */
export async function currentKeys(db: Db, userId: string) {
  const keys = new Map<string, string>()
  const put = (kind: ExportFile['kind'], id: string, key: string | undefined) => {
    if (key) keys.set(`${kind} ${id}`, key)
  }
  for (const { id, audioUrl, artworkUrl } of await listTracks(db, userId)) {
    put('audio', id, audioObject(audioUrl)?.key)
    put('artwork', id, imageKey(artworkUrl))
  }
  for (const { id, coverUrl } of await listPlaylists(db, userId))
    put('cover', id, imageKey(coverUrl))
  put('avatar', userId, imageKey((await findProfile(db, userId))?.profileImageUrl))
  return ({ kind, id }: Pick<ExportFile, 'kind' | 'id'>) => keys.get(`${kind} ${id}`)
}

type Progress = (done: number, total: number) => Promise<void>

/** What the archive will contain. Files that are missing in the store are left out. */
export async function collectExport(
  { db, store }: { db: Db; store: ObjectStore },
  userId: string,
  onProgress: Progress,
): Promise<ExportContent | undefined> {
  const source = await findExportSource(db, userId)
  if (!source) return undefined
  const keyOf = await currentKeys(db, userId)
  const candidates: ExportFile[] = [
    ...source.tracks.flatMap(({ id, slug, audioUrl }): ExportFile[] => [
      { name: `audio/${slug}.${audioUrl.split('.').at(-1)}`, kind: 'audio', id },
      { name: `artwork/${slug}.webp`, kind: 'artwork', id },
    ]),
    ...source.playlists.map(({ id, slug }): ExportFile => {
      return { name: `artwork/playlist-${slug}.webp`, kind: 'cover', id }
    }),
    { name: 'artwork/profile.webp', kind: 'avatar', id: userId },
  ]
  const existing = candidates.flatMap((file) => {
    const key = keyOf(file)
    return key ? [{ file, key }] : []
  })
  const files: ExportFile[] = []
  for (const [index, { file, key }] of existing.entries()) {
    if (await store.stat(key)) files.push(file)
    await onProgress(index + 1, existing.length)
  }
  const names = new Map(files.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  const nameOf = (kind: ExportFile['kind'], id: string) => names.get(`${kind} ${id}`) ?? null
  return { documents: presentDocuments(source, nameOf), files }
}
