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

export type SaveOptions = { signal: AbortSignal; onProgress?: (fraction: number) => void }

/**
 * Saves run one at a time, in all tabs. Removals wait for none of them: a save checks at its end that nothing was
 * removed meanwhile. `audioUrl`: of the file to store, in the format that this browser plays.
 */
export function createOfflineItems(cacheName: string, audioUrl: (track: Track) => string) {
  const openCache = () => caches.open(cacheName)
  /** Undefined if there is none, as after signing out: reading must not create it. */
  const findCache = async () => ((await caches.has(cacheName)) ? openCache() : undefined)

  async function list(): Promise<StoredItems> {
    const cache = await findCache()
    const paths = new Set(cache && (await pathsIn(cache)))
    const readAll = async <Item>(prefix: string) => {
      const entries = [...paths].filter((path) => path.startsWith(prefix))
      const items = await Promise.all(entries.map((path) => read<Item>(cache, path)))
      return items.filter((item) => item !== undefined)
    }
    const [tracks, playlists] = await Promise.all([
      readAll<StoredTrack>(trackEntries),
      readAll<StoredPlaylist>(playlistEntries),
    ])
    // One that was removed while it was updated has no audio.
    return { tracks: tracks.filter(({ track }) => paths.has(audioPath(track))), playlists }
  }

  /** Stores a track, or updates what is stored of it. The audio is only downloaded if there is another file. */
  async function saveTrack(
    track: Track,
    stored: StoredTrack | undefined,
    alone: boolean,
    options: SaveOptions,
  ): Promise<void> {
    const { signal, onProgress } = options
    signal.throwIfAborted()
    const cache = await openCache()
    const updated = stored && updateDetail(stored, track)
    // What is stored is checked on every page load: thousands of tracks must not be written again each time.
    const isKnown = stored && (stored.alone || !alone)
    if (isKnown && JSON.stringify(updated) === JSON.stringify(stored)) return onProgress?.(1)
    try {
      const saved = updated ?? (await downloadTrack(cache, track, options))
      for (const path of detailPaths(track)) await cache.put(path, Response.json(saved.track))
      signal.throwIfAborted()
      const entry: StoredTrack = { ...saved, alone: alone || stored?.alone === true }
      await write(cache, trackEntries + track.id, entry)
    } catch (error) {
      if (!stored) await deleteTrack(cache, track)
      throw error
    }
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
    const options = { signal, onBytes, version }
    const audioBytes = await download(cache, audioPath(track), audioUrl(track), options)
    const artwork = artworkUrl(track, 768)
    const artworkBytes = await download(cache, artworkPath(track), artwork, { signal })
    const response = await fetch(detailPath(track.id), { signal })
    if (!response.ok) throw new Error(`Failed to load track: ${response.status}`)
    const detail: RouteResponse<typeof routes.getTrack> = await response.json()
    return { track: detail, bytes: audioBytes + artworkBytes, version }
  }

  /** Stores a playlist with its tracks, or updates what is stored of it. If that fails, nothing new is stored. */
  async function savePlaylist(playlist: PlaylistDetail, options: SaveOptions): Promise<void> {
    const { signal, onProgress } = options
    const before = await list()
    signal.throwIfAborted()
    const cache = await openCache()
    const entry = playlistEntries + playlist.id
    const isStored = before.playlists.some(({ playlist: { id } }) => id === playlist.id)
    const known = new Map(before.tracks.map((item) => [item.track.id, item]))
    const tracks = tracksOf(playlist)
    const done = (count: number) => onProgress?.(tracks.length ? count / tracks.length : 1)
    let paths: Set<string>
    try {
      for (const [index, track] of tracks.entries())
        await saveTrack(track, known.get(track.id), false, {
          signal,
          onProgress: (fraction) => done(index + fraction),
        })
      const cover = coverUrl(playlist, 768)
      const bytes = await download(cache, coverPath(playlist), cover, { signal })
      paths = new Set(await pathsIn(cache))
      if (isStored && !paths.has(entry)) return deleteUnneeded()
      for (const path of playlistPaths(playlist)) await cache.put(path, Response.json(playlist))
      signal.throwIfAborted()
      await write(cache, entry, { playlist, bytes } satisfies StoredPlaylist)
    } catch (error) {
      if (!isStored) await deletePlaylist(cache, playlist)
      await deleteUnneeded()
      throw error
    }
    const isComplete = tracks.every(
      (track) => paths.has(trackEntries + track.id) && paths.has(audioPath(track)),
    )
    if (!isComplete) await savePlaylist(playlist, options)
  }

  const storedTrack = async (id: string) => read<StoredTrack>(await findCache(), trackEntries + id)

  async function removeTrack(id: string) {
    const cache = await findCache()
    const stored = await storedTrack(id)
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

  /** Deletes tracks that nothing needs, and files without an entry, which an interrupted download left. Not during a save. */
  async function deleteUnneeded() {
    const cache = await findCache()
    if (!cache) return
    const { tracks, playlists } = await list()
    const inPlaylists = trackIdsIn(playlists)
    const needed = tracks.filter(({ track, alone }) => alone || inPlaylists.has(track.id))
    const paths = new Set([
      sessionPath,
      ...needed.flatMap(({ track }) => pathsOfTrack(track)),
      ...playlists.flatMap(({ playlist }) => pathsOfPlaylist(playlist)),
    ])
    await deletePaths(cache, (path) => !paths.has(path))
  }

  return {
    list,
    async saveTrack(track: Track, options: SaveOptions) {
      await saveTrack(track, await storedTrack(track.id), true, options)
    },
    /** Nothing if it was removed. */
    async updateTrack(track: Track, options: SaveOptions) {
      const stored = await storedTrack(track.id)
      if (stored) await saveTrack(track, stored, false, options)
    },
    savePlaylist,
    /** Nothing if it was removed. */
    async updatePlaylist(playlist: PlaylistDetail, options: SaveOptions) {
      const isStored = await read(await findCache(), playlistEntries + playlist.id)
      if (isStored) await savePlaylist(playlist, options)
    },
    removeTrack,
    removePlaylist,
    /** Deletes a track although a playlist has it: it may no longer be played. */
    async evictTrack(id: string) {
      const cache = await findCache()
      const stored = await storedTrack(id)
      if (cache && stored) await deleteTrack(cache, stored.track)
    },
    deleteUnneeded,
    async removeAll() {
      const cache = await findCache()
      if (cache) await deletePaths(cache, (path) => path !== sessionPath)
    },
  }
}

export const totalBytes = ({ tracks, playlists }: StoredItems) =>
  [...tracks, ...playlists].reduce((sum, { bytes }) => sum + bytes, 0)

/** The file of a version, whatever its format. */
const fileOf = (version: string) => new URLSearchParams(version).get('v')
const tracksOf = ({ playlistTracks }: PlaylistDetail) => playlistTracks.map(({ track }) => track)
const trackIdsIn = (playlists: StoredPlaylist[]) =>
  new Set(playlists.flatMap(({ playlist }) => tracksOf(playlist).map(idOf)))
const idOf = ({ id }: { id: string }) => id
const pathsIn = async (cache: Cache) =>
  (await cache.keys()).map(({ url }) => new URL(url, location.origin).pathname)
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
  const paths = (await pathsIn(cache)).filter(isDeleted)
  const isEntry = (path: string) => path.startsWith('/offline/')
  await Promise.all(paths.filter(isEntry).map((path) => cache.delete(path)))
  await Promise.all(paths.filter((path) => !isEntry(path)).map((path) => cache.delete(path)))
}

async function read<Entry>(cache: Cache | undefined, path: string): Promise<Entry | undefined> {
  const response = await cache?.match(path)
  return response && ((await response.json()) as Entry)
}
const write = (cache: Cache, path: string, entry: object) => cache.put(path, Response.json(entry))
