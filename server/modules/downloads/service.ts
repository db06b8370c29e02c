import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { notFound } from '#server/errors.ts'
import { type AudioFormat, audioFormats } from '#server/platform/media/audio-formats.ts'
import type { SquareJpegs } from '#server/platform/media/square-jpeg.ts'
import type { Cover } from '#server/platform/media/tags/tags.ts'
import { writeTags } from '#server/platform/media/tags/write-tags.ts'
import {
  type ByteSource,
  bytesSource,
  concatSources,
  objectSource,
  readBytes,
} from '#server/platform/objects/byte-source.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject, imageObject } from '#server/shared/object-keys.ts'
import type { Viewer } from '#server/viewer.ts'
import { assertCanDownload } from './policy.ts'
import { presentTags, trackFileName } from './presenter.ts'
import { addTrackDownload, type DownloadedTrack, findDownloadedTrack } from './repository.ts'

export type DownloadDeps = { db: Db; store: ObjectStore; toSquareJpeg: SquareJpegs }

/** Who downloads. `client` is who waits for the conversion of covers. */
type Downloader = { viewer: Viewer | undefined; client: string }

/** To be increased when the same tags are written in other bytes: a resumed download must not mix them. */
const formatVersion = 1

/** In pixels. The smaller ones are for Ogg, whose pages may not have space for the largest. */
const coverSizes = [768, 384, 192]

export async function openTrack(deps: DownloadDeps, id: string, downloader: Downloader) {
  const track = await findDownloadedTrack(deps.db, id, downloader.viewer)
  const audio = track && audioObject(track.audioPath)
  if (!track || !audio) throw notFound('Track')
  assertCanDownload(track, downloader.viewer)
  return {
    ownerId: track.userId,
    /** Counts the download once its last byte has been sent: one that is resumed counts once. */
    count: async () => {
      if (track.userId !== downloader.viewer?.id) await addTrackDownload(deps.db, id)
    },
    content: await openFile(deps, track, downloader.client),
    contentType: audio.contentType,
    fileName: trackFileName(track),
    etag: `"${versionOf(track)}"`,
  }
}

/** Changes with everything that the bytes depend on. A stored file never changes. */
function versionOf(track: DownloadedTrack): string {
  const parts = [formatVersion, track.audioPath, track.artworkPath, presentTags(track)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 24)
}

/** The uploaded file with the tags of today. */
async function openFile(deps: DownloadDeps, track: DownloadedTrack, client: string) {
  const { store } = deps
  const key = audioObject(track.audioPath)?.key
  const stored = key && (await store.stat(key))
  if (!key || !stored) throw notFound('Track')
  const original = objectSource(store, key, { start: 0, end: stored.size })
  const format = formatOf(key)
  const file = {
    size: stored.size,
    read: (start: number, end: number) => readBytes(original, { start, end: end - 1 }),
  }
  const tags = { ...presentTags(track), covers: await loadCovers(deps, track, format, client) }
  const segments = await writeTags(format, file, tags)
  return concatSources(
    segments.map(
      (segment): ByteSource =>
        Buffer.isBuffer(segment) ? bytesSource(segment) : objectSource(store, key, segment),
    ),
  )
}

const formatOf = (key: string): AudioFormat =>
  audioFormats.find((format) => key.endsWith(`.${format}`)) ?? 'aac'

/** None if the track has no artwork: placeholders are for screens. */
async function loadCovers(
  { store, toSquareJpeg }: DownloadDeps,
  { artworkPath }: DownloadedTrack,
  format: AudioFormat,
  client: string,
): Promise<Cover[]> {
  const image = artworkPath === null ? undefined : imageObject(artworkPath, coverSizes[0] ?? 0)
  if (!image || !(await store.stat(image.key))) return []
  const load = async () => {
    const stream = await store.read(image.key)
    if (!stream) throw notFound('Image')
    return buffer(stream)
  }
  const covers: Cover[] = []
  for (const size of format === 'ogg' ? coverSizes : coverSizes.slice(0, 1)) {
    const bytes = await toSquareJpeg({ key: image.key, size, load, client })
    covers.push({ bytes, width: size, height: size })
  }
  return covers
}
