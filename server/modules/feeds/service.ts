import { createHash } from 'node:crypto'
import { displayName, playlistArtist } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import { isReleaseType } from '#contract/playlist-types.ts'
import type { SiteInfo } from '#server/config.ts'
import { notFound } from '#server/errors.ts'
import { listCredits, listCreditsOfTracks } from '#server/modules/credits/service.ts'
import { getUser } from '#server/modules/users/service.ts'
import { forEachConcurrent } from '#server/platform/batching/for-each-concurrent.ts'
import { audioContentTypes } from '#server/platform/media/audio-formats.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { readPage } from '#server/shared/cursor.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import type { Feed, FeedItem, FeedPage } from './presenter.ts'
import {
  findPlaylist,
  findPlaylistItems,
  findProfileItems,
  findReleaseItems,
  findVersion,
  type ItemRow,
} from './repository.ts'

/** Older items are on further pages (RFC 5005). */
const maxItems = 300
const statConcurrency = 16

type Deps = { db: Db; site: SiteInfo }

export async function openProfileFeed(deps: Deps, idOrUsername: string): Promise<Feed> {
  const user = await getUser(deps.db, idOrUsername, undefined)
  const name = displayName(user)
  return withVersion(deps, user.updatedAt, {
    kind: 'profile',
    id: user.id,
    title: name,
    author: name,
    description: user.bio,
    path: paths.profile(user.username),
  })
}

/** An unlisted playlist has a feed too, for everyone who has its link. */
export async function openPlaylistFeed(deps: Deps, slugOrId: string): Promise<Feed> {
  const name = slugOrId.normalize('NFC')
  const playlist = await findPlaylist(deps.db, isUuid(name) ? { id: name } : { slug: name })
  if (!playlist) throw notFound('Playlist')
  const { id, title, type, description, updatedAt, ownerUpdatedAt } = playlist
  const { releaseDate, copyright } = playlist
  return withVersion(deps, updatedAt > ownerUpdatedAt ? updatedAt : ownerUpdatedAt, {
    kind: 'playlist',
    id,
    title,
    author: playlistArtist(playlist),
    description,
    path: paths.playlist(playlist),
    ...(isReleaseType(type) && {
      release: {
        ...{ type, releaseDate, copyright },
        credits: await listCredits(deps.db, { playlistId: id }, { isOwner: false }),
      },
    }),
  })
}

/** Increase it when the same content gets other XML, so that readers fetch it again. */
const formatVersion = 7

/** The ETag also depends on the name and the URL of the site: both are in the feed, and may change. */
async function withVersion(
  { db, site: { publicUrl, brandName } }: Deps,
  updatedAt: Date,
  feed: Omit<Feed, 'modified' | 'etag'>,
): Promise<Feed> {
  const { changedAt, version } = await findVersion(db, feed.kind, feed.id)
  const modified = changedAt && changedAt > updatedAt ? changedAt : updatedAt
  const hash = createHash('sha256').update(
    JSON.stringify([formatVersion, feed, updatedAt, version, publicUrl, brandName]),
  )
  return { ...feed, modified, etag: `"${hash.digest('base64url').slice(0, 22)}"` }
}

export async function readItems(
  { db, store }: { db: Db; store: ObjectStore },
  { kind, id, release }: Feed,
  cursor: string | undefined,
): Promise<FeedPage> {
  const findEntries = release ? findReleaseItems : findPlaylistItems
  const find = kind === 'profile' ? findProfileItems : findEntries
  const page = await readPage(
    'feed',
    { limit: maxItems, cursor },
    (range) => find(db, id, range),
    (row) => [row.since, row.id],
  )
  const files = new Map<string, FeedItem['file']>()
  await forEachConcurrent(page.items, statConcurrency, async (row) => {
    const file = await audioFile(store, row)
    if (file) files.set(row.id, file)
  })
  const credits = await listCreditsOfTracks(
    db,
    page.items.map((row) => row.id),
  )
  const items = page.items.flatMap((row) => {
    const file = files.get(row.id)
    return file ? [{ ...row, file, credits: credits.get(row.id) ?? [] }] : []
  })
  return { items, next: page.next }
}

/** What every podcast app plays. */
const podcastTypes = [audioContentTypes.mp3, audioContentTypes.m4a, audioContentTypes.aac]

/**
 * The original, or its AAC rendition if many apps do not play the original. Tracks that were uploaded long ago have
 * no size in their row until they are analyzed.
 */
async function audioFile(store: ObjectStore, row: ItemRow): Promise<FeedItem['file'] | undefined> {
  const object = audioObject(row.audioPath)
  if (!object) return undefined
  if (row.aacBytes !== null && !podcastTypes.includes(object.contentType))
    return { bytes: row.aacBytes, contentType: audioContentTypes.m4a, format: 'aac' }
  const bytes = row.audioBytes ?? (await store.stat(object.key))?.size
  return bytes === undefined ? undefined : { bytes, contentType: object.contentType }
}
