import { LRUCache } from 'lru-cache'
import { notFound } from '#server/errors.ts'
import { listCredits, listCreditsOfTracks } from '#server/modules/credits/service.ts'
import { createChecksums, type ZipMember, zipSource } from '#server/platform/archive/zip.ts'
import { forEachConcurrent } from '#server/platform/batching/for-each-concurrent.ts'
import { type ByteSource, bytesSource } from '#server/platform/objects/byte-source.ts'
import { dayIn } from '#server/shared/day.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import { canViewReleaseOf } from '#server/shared/visibility.ts'
import type { ContentViewer } from '#server/viewer.ts'
import { assertCanDownload } from './policy.ts'
import {
  archiveFileName,
  memberName,
  presentCreditsText,
  type ReleasePlace,
  trackFileName,
} from './presenter.ts'
import {
  addReleaseDownload,
  addTrackDownload,
  type DownloadedTrack,
  findDownloadedTrack,
  findPlaylist,
  findReleaseOfTrack,
  listReleaseTracks,
} from './repository.ts'
import {
  type FileDeps,
  hash,
  loadCoverFile,
  openTaggedFile,
  type TrackOnRelease,
  versionOf,
} from './tagged-file.ts'

/** However they are requested. */
export const trackDownloadLimit = { max: 600, windowSeconds: 3600, per: 'user' } as const
export const releaseDownloadLimit = { max: 120, windowSeconds: 3600, per: 'user' } as const
/** Opening a file takes up to some 30 ms of CPU: a longer release counts as several. */
const tracksPerDownload = 20

type Request = FileDeps & {
  viewer: ContentViewer | undefined
  /** Of the statistics. */
  timeZone: string
}

/** What is sent. `count` is called when the last byte has been sent: a download that is resumed counts once. */
export type OpenedDownload = {
  ownerId: string
  content: ByteSource
  contentType: string
  fileName: string
  etag: string
  count(): Promise<void>
}

export async function openTrack(request: Request, id: string): Promise<OpenedDownload> {
  const { db, viewer } = request
  const track = await findDownloadedTrack(db, id, viewer)
  const audio = track && audioObject(track.audioPath)
  if (!track || !audio) throw notFound('Track')
  assertCanDownload(track, viewer)
  const item = { track, place: await findPlace(request, track) }
  return {
    ownerId: track.userId,
    content: await openTaggedFile(request, item),
    contentType: audio.contentType,
    fileName: trackFileName(track),
    etag: `"${versionOf(item)}"`,
    count: () => addTrackDownload(db, id, dayIn(request.timeZone)),
  }
}

async function findPlace({ db, viewer }: Request, track: DownloadedTrack) {
  const release = await findReleaseOfTrack(db, track.id, viewer)
  if (!release || !canViewReleaseOf(track, release, viewer)) return undefined
  const tracks = await listReleaseTracks(db, release.id, viewer)
  const index = tracks.findIndex(({ id }) => id === track.id)
  return { release, number: index + 1, total: tracks.length }
}

type ReleaseItem = TrackOnRelease & { place: ReleasePlace }

const maxKnownFiles = 20_000
/** Opening a file reads its headers, which may be far away in a store. */
const concurrency = 4

/**
 * Opens releases as ZIP archives. Of each file only its size and its checksum are remembered: it is opened again when
 * its turn comes, so that memory does not depend on the number of files.
 */
export function createReleaseOpener() {
  const sizes = new LRUCache<string, number>({ max: maxKnownFiles })
  const checksums = createChecksums(new LRUCache<string, number>({ max: maxKnownFiles }))

  async function sizeOf(request: Request, item: TrackOnRelease): Promise<number> {
    const version = versionOf(item)
    const size = sizes.get(version) ?? (await openTaggedFile(request, item)).size
    sizes.set(version, size)
    return size
  }

  async function openMembers(request: Request, items: ReleaseItem[]) {
    const members: ZipMember[] = []
    await forEachConcurrent(items.entries(), concurrency, async ([index, item]) => {
      members[index] = {
        name: memberName(item.track, item.place),
        version: versionOf(item),
        content: reopened(request, item, await sizeOf(request, item)),
      }
    })
    return members
  }

  /** `charge` counts more downloads than the one that was requested, and throws if that are too many. */
  return async (
    request: Request & { charge(downloads: number): void },
    id: string,
  ): Promise<OpenedDownload> => {
    const { db, viewer } = request
    const release = await findPlaylist(db, id, viewer)
    if (!release) throw notFound('Playlist')
    assertCanDownload(release, viewer)
    const tracks = await listReleaseTracks(db, id, viewer)
    request.charge(Math.ceil(tracks.length / tracksPerDownload) - 1)
    const items = tracks.map((track, index) => {
      return { track, place: { release, number: index + 1, total: tracks.length } }
    })
    const members = await openMembers(request, items)
    const cover = await loadCoverFile(request, release.coverPath)
    if (cover) members.push(bytesMember('cover.jpg', cover))
    const credits = {
      ofRelease: await listCredits(db, { playlistId: id }, { isOwner: false }),
      ofTracks: await listCreditsOfTracks(
        db,
        tracks.map((track) => track.id),
      ),
    }
    const text = presentCreditsText(release, tracks, credits)
    members.push(bytesMember('credits.txt', Buffer.from(text)))
    const versions = members.map(({ name, version }) => [name, version])
    return {
      ownerId: release.userId,
      content: zipSource(members, { modified: release.updatedAt, checksums }),
      contentType: 'application/zip',
      fileName: archiveFileName(release),
      etag: `"${hash(release.updatedAt, versions)}"`,
      count: () => addReleaseDownload(db, id, dayIn(request.timeZone)),
    }
  }
}

/** A file that is opened whenever it is read. */
const reopened = (request: Request, item: TrackOnRelease, size: number): ByteSource => ({
  size,
  async *read(range) {
    const file = await openTaggedFile(request, item)
    if (file.size !== size) throw new Error('The file has changed while it was downloaded.')
    yield* file.read(range)
  },
})

const bytesMember = (name: string, bytes: Buffer): ZipMember => ({
  name,
  version: hash(name, bytes.toString('base64')),
  content: bytesSource(bytes),
})
