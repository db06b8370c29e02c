import { type RouteResponse, urlFor } from '#contract/client.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { artworkUrl, coverUrl } from '#web/lib/api-urls.ts'
import { sessionPath } from '#web/lib/offline-caches.ts'
import { download, type OnBytes } from './download.ts'

/**
 * Tracks and playlists that are stored on this device, in the cache of a user. Each has one entry, which is written
 * last and deleted first: what has none is incomplete.
 */

export type StoredTrack = {
  track: TrackDetail
  /** Size of audio and artwork. */
  bytes: number
  /** The query of the audio file's URL: its version and format. */
  version: string
  /** Stored on its own, not only as part of a playlist. */
  alone: boolean
}
export type StoredPlaylist = { playlist: PlaylistDetail; bytes: number }
export type StoredItems = { tracks: StoredTrack[]; playlists: StoredPlaylist[] }

const trackEntries = '/offline/tracks/'
const playlistEntries = '/offline/playlists/'

export type OfflineItems = ReturnType<typeof createOfflineItems>

type Deps = {
  openCache: () => Promise<Cache>
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The URL of the audio file to store: the format that this browser plays. */
  audioUrl: (track: Track) => string
}
export type SaveOptions = { signal: AbortSignal; onProgress?: (fraction: number) => void }

export function createOfflineItems({ openCache, fetch, audioUrl }: Deps) {
  /** Thousands of entries take seconds to read, which the signal ends. */
  async function list(signal?: AbortSignal): Promise<StoredItems> {
    const cache = await openCache()
    const entries = (await cache.keys()).map(pathOf)
    signal?.throwIfAborted()
    const readAll = <Item>(prefix: string) => {
      const paths = entries.filter((path) => path.startsWith(prefix))
      return Promise.all(paths.map((path) => read<Item>(cache, path, signal)))
    }
    const [tracks, playlists] = await Promise.all([
      readAll<StoredTrack>(trackEntries),
      readAll<StoredPlaylist>(playlistEntries),
    ])
    return {
      tracks: tracks.filter((item) => !!item),
      playlists: playlists.filter((item) => !!item),
    }
  }

  /** Stores a track, or updates what is stored of it. The audio is only downloaded if there is another file. */
  async function saveTrack(
    track: Track,
    stored: StoredTrack | undefined,
    alone: boolean,
    { signal, onProgress }: SaveOptions,
  ) {
    const cache = await openCache()
    signal.throwIfAborted()
    const source = audioUrl(track)
    const version = source.slice(audioPath(track).length)
    // Another quality is another format of the same file, which is not worth a download.
    const isSameFile = stored !== undefined && fileOf(stored.version) === fileOf(version)
    let { bytes, track: detail } = stored ?? { bytes: 0, track: undefined }
    try {
      if (isSameFile) {
        detail = { ...stored.track, ...track }
        // What is stored is checked on every page load: thousands of tracks must not be written again each time.
        const isKnown = stored.alone || !alone
        if (isKnown && JSON.stringify(detail) === JSON.stringify(stored.track))
          return onProgress?.(1)
      } else {
        const onBytes: OnBytes = (loaded, total) => onProgress?.(total ? loaded / total : 0)
        const options = { fetch, signal, onBytes, version }
        bytes = await download(cache, audioPath(track), source, options)
        bytes += await download(cache, artworkPath(track), artworkUrl(track, 768), {
          fetch,
          signal,
        })
        detail = await fetchDetail(track.id, signal)
      }
      for (const path of detailPaths(track)) await cache.put(path, Response.json(detail))
      signal.throwIfAborted()
      await write(cache, trackEntries + track.id, {
        track: detail,
        bytes,
        version: isSameFile ? stored.version : version,
        alone: alone || stored?.alone === true,
      } satisfies StoredTrack)
    } catch (error) {
      if (!stored) await deleteTrack(cache, track)
      throw error
    }
    onProgress?.(1)
  }

  async function fetchDetail(
    id: string,
    signal: AbortSignal,
  ): Promise<RouteResponse<typeof routes.getTrack>> {
    const response = await fetch(detailPath(id), { signal })
    if (!response.ok) throw new Error(`Failed to load track: ${response.status}`)
    return response.json()
  }

  /** Stores a playlist with its tracks, or updates what is stored of it. If that fails, nothing new is stored. */
  async function savePlaylist(playlist: PlaylistDetail, { signal, onProgress }: SaveOptions) {
    const cache = await openCache()
    const before = await list(signal)
    const stored = before.playlists.find(({ playlist: { id } }) => id === playlist.id)
    const known = new Map(before.tracks.map((item) => [item.track.id, item]))
    const tracks = tracksOf(playlist)
    const ids = new Set(tracks.map(idOf))
    const done = (count: number) => onProgress?.(tracks.length ? count / tracks.length : 1)
    try {
      for (const [index, track] of tracks.entries())
        await saveTrack(track, known.get(track.id), false, {
          signal,
          onProgress: (fraction) => done(index + fraction),
        })
      const cover = coverUrl(playlist, 768)
      const bytes = await download(cache, coverPath(playlist), cover, { fetch, signal })
      for (const path of playlistPaths(playlist)) await cache.put(path, Response.json(playlist))
      signal.throwIfAborted()
      await write(cache, playlistEntries + playlist.id, {
        playlist,
        bytes,
      } satisfies StoredPlaylist)
    } catch (error) {
      if (!stored) await deletePlaylist(cache, playlist)
      if (tracks.some(({ id }) => !known.has(id))) await deleteUnneeded()
      throw error
    }
    const lacksStoredTracks = stored && tracksOf(stored.playlist).some(({ id }) => !ids.has(id))
    if (lacksStoredTracks) await deleteUnneeded()
  }

  async function saveOne(track: Track, alone: boolean, options: SaveOptions) {
    const stored = await read<StoredTrack>(await openCache(), trackEntries + track.id)
    await saveTrack(track, stored, alone, options)
  }

  async function removeTrack(id: string) {
    const cache = await openCache()
    const stored = await read<StoredTrack>(cache, trackEntries + id)
    if (!stored) return
    const { playlists } = await list()
    const isInPlaylist = playlists.some(({ playlist }) =>
      tracksOf(playlist).some((track) => track.id === id),
    )
    if (isInPlaylist)
      return write(cache, trackEntries + id, { ...stored, alone: false } satisfies StoredTrack)
    // Nothing is written: that would fail if the device is full.
    await deleteTrack(cache, stored.track)
    await deleteUnneeded()
  }

  async function removePlaylist(id: string) {
    const cache = await openCache()
    const stored = await read<StoredPlaylist>(cache, playlistEntries + id)
    if (stored) await deletePlaylist(cache, stored.playlist)
    await deleteUnneeded()
  }

  /** Deletes a track although a playlist has it: it may no longer be heard. */
  async function evictTrack(id: string) {
    const cache = await openCache()
    const stored = await read<StoredTrack>(cache, trackEntries + id)
    if (stored) await deleteTrack(cache, stored.track)
  }

  /** Deletes tracks that nothing needs, and files without an entry, which an interrupted download left. */
  async function deleteUnneeded(signal?: AbortSignal) {
    const cache = await openCache()
    const { tracks, playlists } = await list(signal)
    const inPlaylists = new Set(playlists.flatMap(({ playlist }) => tracksOf(playlist).map(idOf)))
    const needed = tracks.filter(({ track, alone }) => alone || inPlaylists.has(track.id))
    const paths = new Set([
      sessionPath,
      ...needed.flatMap(({ track }) => pathsOfTrack(track)),
      ...playlists.flatMap(({ playlist }) => pathsOfPlaylist(playlist)),
    ])
    await deletePaths(cache, (path) => !paths.has(path))
  }

  async function removeAll() {
    await deletePaths(await openCache(), (path) => path !== sessionPath)
  }

  return {
    list,
    saveTrack: (track: Track, options: SaveOptions) => saveOne(track, true, options),
    updateTrack: (track: Track, options: SaveOptions) => saveOne(track, false, options),
    savePlaylist,
    removeTrack,
    removePlaylist,
    evictTrack,
    deleteUnneeded,
    removeAll,
  }
}

export const totalBytes = ({ tracks, playlists }: StoredItems) =>
  [...tracks, ...playlists].reduce((sum, { bytes }) => sum + bytes, 0)

/** The file of a version, whatever its format. */
const fileOf = (version: string) => new URLSearchParams(version).get('v')
const tracksOf = ({ playlistTracks }: PlaylistDetail) => playlistTracks.map(({ track }) => track)
const idOf = ({ id }: { id: string }) => id
const pathOf = ({ url }: { url: string }) => new URL(url, location.origin).pathname
const path = (url: string) => url.split('?')[0] ?? url

const audioPath = ({ id }: Track) => urlFor(routes.getTrackAudio, { params: { id } })
const artworkPath = (track: Track) => path(artworkUrl(track, 768))
const coverPath = (playlist: PlaylistDetail) => path(coverUrl(playlist, 768))
const detailPath = (slug: string) => urlFor(routes.getTrack, { params: { slug } })
const detailPaths = ({ id, slug }: Track) => [detailPath(id), detailPath(slug)]
const playlistPaths = ({ id, slug }: PlaylistDetail) => [
  urlFor(routes.getPlaylist, { params: { id } }),
  urlFor(routes.getPlaylistBySlug, { params: { slug } }),
  urlFor(routes.getPlaylistBySlug, { params: { slug: id } }),
]
/** The entry first, as it is the first to be deleted. */
const pathsOfTrack = (track: Track) => [
  trackEntries + track.id,
  ...detailPaths(track),
  audioPath(track),
  artworkPath(track),
]
const pathsOfPlaylist = (playlist: PlaylistDetail) => [
  playlistEntries + playlist.id,
  ...playlistPaths(playlist),
  coverPath(playlist),
]

async function deleteTrack(cache: Cache, track: Track) {
  for (const path of pathsOfTrack(track)) await cache.delete(path)
}
async function deletePlaylist(cache: Cache, playlist: PlaylistDetail) {
  for (const path of pathsOfPlaylist(playlist)) await cache.delete(path)
}

/** Entries first, the rest at once: one after the other, thousands of files take a minute. */
async function deletePaths(cache: Cache, isDeleted: (path: string) => boolean) {
  const paths = (await cache.keys()).map(pathOf).filter(isDeleted)
  const isEntry = (path: string) => path.startsWith('/offline/')
  await Promise.all(paths.filter(isEntry).map((path) => cache.delete(path)))
  await Promise.all(paths.filter((path) => !isEntry(path)).map((path) => cache.delete(path)))
}

async function read<Entry>(
  cache: Cache,
  path: string,
  signal?: AbortSignal,
): Promise<Entry | undefined> {
  const response = await cache.match(path)
  signal?.throwIfAborted()
  return response && ((await response.json()) as Entry)
}
const write = (cache: Cache, path: string, entry: object) => cache.put(path, Response.json(entry))
