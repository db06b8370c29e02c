import { type RouteResponse, urlFor } from '#contract/client.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { artworkUrl, coverUrl } from '#web/lib/api-urls.ts'
import { sessionPath } from '#web/lib/offline-caches.ts'
import { download, type OnBytes } from './download.ts'

/**
 * Tracks and playlists that are stored on this device, in the cache of a user. Each has one entry, which is written
 * last and deleted first: what has none is incomplete, and no removal deletes it, as it may be being saved.
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
  /** Creates the cache if there is none. */
  openCache: () => Promise<Cache>
  /** Undefined if there is none, as after signing out: reading must not create it. */
  findCache: () => Promise<Cache | undefined>
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The URL of the audio file to store: the format that this browser plays. */
  audioUrl: (track: Track) => string
}
/** Runs one task at a time, of all tabs. A task that waits can be aborted. */
export type Exclusive = <Result>(
  task: () => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>
export type SaveOptions = {
  signal: AbortSignal
  onProgress?: (fraction: number) => void
  /** For what must not run during a removal, if removals may run: everything but the downloads. */
  exclusive?: Exclusive
}

export function createOfflineItems({ openCache, findCache, fetch, audioUrl }: Deps) {
  /** Thousands of entries take seconds to read, which the signal ends. */
  async function list(signal?: AbortSignal): Promise<StoredItems> {
    const cache = await findCache()
    const entries = cache ? (await cache.keys()).map(pathOf) : []
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
    options: SaveOptions,
  ): Promise<void> {
    const { signal, onProgress, exclusive = runNow } = options
    const cache = await openCache()
    signal.throwIfAborted()
    const updated = stored && updateDetail(stored, track)
    // What is stored is checked on every page load: thousands of tracks must not be written again each time.
    const isKnown = stored && (stored.alone || !alone)
    if (isKnown && JSON.stringify(updated) === JSON.stringify(stored)) return onProgress?.(1)
    let isRemoved: boolean
    try {
      const saved = updated ?? (await downloadTrack(cache, track, options))
      isRemoved = await exclusive(async () => {
        const latest = stored && (await read<StoredTrack>(cache, trackEntries + track.id))
        if (stored && !latest) return true
        for (const path of detailPaths(track)) await cache.put(path, Response.json(saved.track))
        signal.throwIfAborted()
        const entry: StoredTrack = { ...saved, alone: alone || latest?.alone === true }
        await write(cache, trackEntries + track.id, entry)
        return false
      })
    } catch (error) {
      if (!stored) await deleteTrack(cache, track)
      throw error
    }
    if (isRemoved) return saveTrack(track, undefined, alone, options)
    onProgress?.(1)
  }

  /** Undefined if there is another file. Another quality is another format of the same file, which is not worth a download. */
  function updateDetail(stored: StoredTrack, track: Track): StoredTrack | undefined {
    if (fileOf(stored.version) !== fileOf(versionOf(track))) return undefined
    return { ...stored, track: { ...stored.track, ...track } }
  }

  const versionOf = (track: Track) => audioUrl(track).slice(audioPath(track).length)

  async function downloadTrack(cache: Cache, track: Track, { signal, onProgress }: SaveOptions) {
    const version = versionOf(track)
    const onBytes: OnBytes = (loaded, total) => onProgress?.(total ? loaded / total : 0)
    const options = { fetch, signal, onBytes, version }
    const audioBytes = await download(cache, audioPath(track), audioUrl(track), options)
    const artwork = artworkUrl(track, 768)
    const artworkBytes = await download(cache, artworkPath(track), artwork, { fetch, signal })
    const detail = await fetchDetail(track.id, signal)
    return { track: detail, bytes: audioBytes + artworkBytes, version }
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
  async function savePlaylist(playlist: PlaylistDetail, options: SaveOptions): Promise<void> {
    const { signal, onProgress, exclusive = runNow } = options
    const cache = await openCache()
    const before = await list(signal)
    const stored = before.playlists.find(({ playlist: { id } }) => id === playlist.id)
    const known = new Map(before.tracks.map((item) => [item.track.id, item]))
    const tracks = tracksOf(playlist)
    const ids = new Set(tracks.map(idOf))
    const done = (count: number) => onProgress?.(tracks.length ? count / tracks.length : 1)
    let isComplete: boolean
    try {
      for (const [index, track] of tracks.entries())
        await saveTrack(track, known.get(track.id), false, {
          ...options,
          onProgress: (fraction) => done(index + fraction),
        })
      const cover = coverUrl(playlist, 768)
      const bytes = await download(cache, coverPath(playlist), cover, { fetch, signal })
      isComplete = await exclusive(async () => {
        const entries = new Set((await cache.keys()).map(pathOf))
        // A removal may have deleted a track that was stored before.
        if (tracks.some(({ id }) => !entries.has(trackEntries + id))) return false
        for (const path of playlistPaths(playlist)) await cache.put(path, Response.json(playlist))
        signal.throwIfAborted()
        const entry: StoredPlaylist = { playlist, bytes }
        await write(cache, playlistEntries + playlist.id, entry)
        return true
      })
    } catch (error) {
      if (!stored) await deletePlaylist(cache, playlist)
      if (!stored || tracks.some(({ id }) => !known.has(id))) await deleteUnneeded()
      throw error
    }
    if (!isComplete) return savePlaylist(playlist, options)
    const lacksStoredTracks = stored && tracksOf(stored.playlist).some(({ id }) => !ids.has(id))
    if (lacksStoredTracks) await deleteUnneeded()
  }

  async function saveOne(track: Track, alone: boolean, options: SaveOptions) {
    const stored = await read<StoredTrack>(await findCache(), trackEntries + track.id)
    await saveTrack(track, stored, alone, options)
  }

  async function removeTrack(id: string) {
    const cache = await findCache()
    const stored = await read<StoredTrack>(cache, trackEntries + id)
    if (!cache || !stored) return
    if (trackIdsIn((await list()).playlists).has(id))
      return write(cache, trackEntries + id, { ...stored, alone: false } satisfies StoredTrack)
    // Nothing is written: that would fail if the device is full.
    await deleteTrack(cache, stored.track)
  }

  async function removePlaylist(id: string) {
    const cache = await findCache()
    const stored = await read<StoredPlaylist>(cache, playlistEntries + id)
    if (!cache || !stored) return
    await deletePlaylist(cache, stored.playlist)
    const { tracks, playlists } = await list()
    const inOthers = trackIdsIn(playlists)
    const inThis = trackIdsIn([stored])
    const unneeded = tracks.filter(
      ({ track: { id }, alone }) => inThis.has(id) && !inOthers.has(id) && !alone,
    )
    const paths = new Set(unneeded.flatMap(({ track }) => pathsOfTrack(track)))
    await deletePaths(cache, (path) => paths.has(path))
  }

  /** Deletes a track although a playlist has it: it may no longer be played. */
  async function evictTrack(id: string) {
    const cache = await findCache()
    const stored = await read<StoredTrack>(cache, trackEntries + id)
    if (cache && stored) await deleteTrack(cache, stored.track)
  }

  /** Deletes tracks that nothing needs, and files without an entry, which an interrupted download left. Not during a save. */
  async function deleteUnneeded(signal?: AbortSignal) {
    const cache = await findCache()
    if (!cache) return
    const { tracks, playlists } = await list(signal)
    const inPlaylists = trackIdsIn(playlists)
    const needed = tracks.filter(({ track, alone }) => alone || inPlaylists.has(track.id))
    const paths = new Set([
      sessionPath,
      ...needed.flatMap(({ track }) => pathsOfTrack(track)),
      ...playlists.flatMap(({ playlist }) => pathsOfPlaylist(playlist)),
    ])
    await deletePaths(cache, (path) => !paths.has(path))
  }

  async function removeAll() {
    const cache = await findCache()
    if (cache) await deletePaths(cache, (path) => path !== sessionPath)
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

const runNow: Exclusive = (task) => task()
/** The file of a version, whatever its format. */
const fileOf = (version: string) => new URLSearchParams(version).get('v')
const tracksOf = ({ playlistTracks }: PlaylistDetail) => playlistTracks.map(({ track }) => track)
const trackIdsIn = (playlists: StoredPlaylist[]) =>
  new Set(playlists.flatMap(({ playlist }) => tracksOf(playlist).map(idOf)))
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
  cache: Cache | undefined,
  path: string,
  signal?: AbortSignal,
): Promise<Entry | undefined> {
  const response = await cache?.match(path)
  signal?.throwIfAborted()
  return response && ((await response.json()) as Entry)
}
const write = (cache: Cache, path: string, entry: object) => cache.put(path, Response.json(entry))
