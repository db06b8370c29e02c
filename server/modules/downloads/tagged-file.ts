import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { HttpError } from '#server/errors.ts'
import type { SquareJpegs } from '#server/platform/media/square-jpeg.ts'
import type { TagLayout } from '#server/platform/media/tags/layout.ts'
import type { Cover, Segment } from '#server/platform/media/tags/tags.ts'
import { writeTags } from '#server/platform/media/tags/write-tags.ts'
import {
  type ByteSource,
  bytesSource,
  concatSources,
  objectSource,
  readBytes,
  zeroSource,
} from '#server/platform/objects/byte-source.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject, imageObject, largeImageKey } from '#server/shared/object-keys.ts'
import { loadLayout } from './layouts.ts'
import { coverOf, presentTags, type ReleasePlace } from './presenter.ts'
import type { DownloadedTrack } from './repository.ts'

/** `client` waits for the conversion of covers, and for no other client. */
export type FileDeps = { db: Db; store: ObjectStore; toSquareJpeg: SquareJpegs; client: string }
/** A track, and where it is on a release. */
export type TrackOnRelease = { track: DownloadedTrack; place?: ReleasePlace | undefined }

/** To be increased when the same tags are written in other bytes: a resumed download must not mix them. */
const formatVersion = 2

/** In pixels. The smaller ones are for Ogg, whose pages may not have space for the largest. */
const coverSizes = [768, 384, 192] as const
const largeCoverSize = 1400

export const hash = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 24)

/** Changes with everything that the bytes depend on. A stored file never changes. */
export const versionOf = ({ track, place }: TrackOnRelease): string =>
  track.hasLayout
    ? hash(formatVersion, track.audioPath, coverOf(track, place), presentTags(track, place))
    : hash(track.audioPath)

/** The uploaded file with the tags of today. */
export async function openTaggedFile(deps: FileDeps, item: TrackOnRelease): Promise<ByteSource> {
  const { db, store } = deps
  const { track, place } = item
  const key = audioObject(track.audioPath)?.key
  const stored = key && (await store.stat(key))
  if (!key || !stored) throw new HttpError(404, `The file of "${track.title}" is missing.`)
  const { size } = stored
  if (!track.hasLayout) return objectSource(store, key, { start: 0, end: size })
  const layout = await loadLayout(db, track.audioPath, size)
  const covers = await loadCovers(deps, coverOf(track, place), layout)
  const file = {
    size,
    read: ({ start, end }: { start: number; end: number }) =>
      readBytes(objectSource(store, key, { start, end }), { start: 0, end: end - start - 1 }),
  }
  const segments = await writeTags(layout, file, { ...presentTags(track, place), covers })
  return concatSources(segments.map((segment) => sourceOf(store, key, segment)))
}

function sourceOf(store: ObjectStore, key: string, segment: Segment): ByteSource {
  if (Buffer.isBuffer(segment)) return bytesSource(segment)
  return 'zeros' in segment ? zeroSource(segment.zeros) : objectSource(store, key, segment)
}

/** None if nothing was uploaded: placeholders are for screens. */
async function loadCovers(
  deps: FileDeps,
  imagePath: string | null,
  { format }: TagLayout,
): Promise<Cover[]> {
  const key = imageKey(imagePath)
  if (format === 'unchanged' || !key || !(await deps.store.stat(key))) return []
  const covers: Cover[] = []
  for (const size of format === 'ogg' ? coverSizes : coverSizes.slice(0, 1)) {
    const bytes = await toJpeg(deps, key, size)
    covers.push({ bytes, width: size, height: size })
  }
  return covers
}

/** The cover as a file of its own: as large as it is stored. */
export async function loadCoverFile(
  deps: FileDeps,
  imagePath: string | null,
): Promise<Buffer | undefined> {
  const key = imageKey(imagePath)
  if (!key) return undefined
  const largeKey = largeImageKey(key)
  if (await deps.store.stat(largeKey)) return toJpeg(deps, largeKey, largeCoverSize)
  return (await deps.store.stat(key)) ? toJpeg(deps, key, coverSizes[0]) : undefined
}

const imageKey = (path: string | null) =>
  path === null ? undefined : imageObject(path, coverSizes[0])?.key

const toJpeg = ({ store, toSquareJpeg, client }: FileDeps, key: string, size: number) =>
  toSquareJpeg({
    key,
    size,
    client,
    load: async () => {
      const stream = await store.read(key)
      if (!stream) throw new HttpError(404, 'The cover is missing.')
      return buffer(stream)
    },
  })
