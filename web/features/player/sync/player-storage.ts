import { isApiUrl } from '#contract/client.ts'
import type { Track } from '#contract/tracks.ts'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import { speeds } from '../playback-options.ts'
import type { Queue, QueueEntry, Repeat } from '../queue/queue.ts'
import { entriesToSave, toQueue } from './saved-state.ts'

/** Queue, position and volume in the browser's storage. */

const queueKey = 'player-queue'
const positionKey = 'player-place'
const volumeKey = 'player-volume'
const modesKey = 'player-modes'
const deviceKey = 'player-device'

/**
 * Entries that the browser saves. More than the 1,000 with which 'Play all' begins: with entries queued manually the
 * list would otherwise be cut, and end there after a reload.
 */
const maxEntries = 2000

/** The id of the user the queue belongs to; null for an anonymous visitor. */
export type Owner = string | null
type SavedQueue = {
  owner: Owner
  tracks: Track[]
  index: number
  /** The fields below are missing in what older versions have written. */
  added?: Track[]
  source?: string | null
  /** While shuffled: indexes in `tracks`, in the original order. */
  original?: number[] | null
  /** The URL of what follows in the list. */
  more?: string | null
}

/** A queue, and the URL of what follows in its list. */
type PagedQueue = { queue: Queue; nextPage: string | null }

export function saveQueue(
  storage: BrowserStorage,
  owner: Owner,
  { queue, nextPage }: PagedQueue,
): void {
  const { entries, index, added, original, hasEnd } = entriesToSave(queue, maxEntries)
  const toSaved = ({ track }: QueueEntry) => compact(track, owner)
  const saved: SavedQueue = {
    owner,
    tracks: entries.map(toSaved),
    index,
    added: added.map(toSaved),
    source: queue.source,
    original,
    more: hasEnd ? nextPage : null,
  }
  storage.set(queueKey, JSON.stringify(saved))
}

/** Removes long fields that the player does not show, and the likes of other users. */
function compact(track: Track, owner: Owner): Track {
  const likes = track.likes.filter(({ userId }) => userId === owner)
  return { ...track, description: null, tags: [], likes }
}

export function clearQueue(storage: BrowserStorage): void {
  storage.set(queueKey, null)
  storage.set(positionKey, null)
}

/**
 * The queue of the last visit. A visitor's queue survives signing in; a user's queue is deleted as
 * soon as anyone else uses the browser.
 */
export function loadQueue(storage: BrowserStorage, owner: Owner): PagedQueue | null {
  const saved = parse<SavedQueue>(storage.get(queueKey))
  if (!saved) return null
  const isAllowed = saved.owner === null || saved.owner === owner
  const { tracks, added = [] } = saved
  if (isAllowed && areTracks(tracks) && areTracks(added)) return restore(saved)
  clearQueue(storage)
  return null
}

function restore(saved: SavedQueue): PagedQueue | null {
  const { tracks, index, added = [], source = null, more } = saved
  const original = Array.isArray(saved.original) ? saved.original : null
  const queue = toQueue({ tracks, index, added, source, original, repeat: 'off' })
  return queue && { queue, nextPage: isApiUrl(more) ? more : null }
}

const areTracks = (tracks: unknown): boolean => Array.isArray(tracks) && tracks.every(isTrack)

/** An older version may have written the entry: checks the fields that the player requires. */
function isTrack(track: Partial<Track> | null): boolean {
  return Boolean(track?.id && track.title && track.user && track.audioUrl)
}

export function savePosition(storage: BrowserStorage, trackId: string, position: number): void {
  storage.set(positionKey, JSON.stringify({ trackId, position }))
}

export function loadPosition(storage: BrowserStorage, trackId: string): number {
  const saved = parse<{ trackId: string; position: number }>(storage.get(positionKey))
  return saved?.trackId === trackId && saved.position > 0 ? saved.position : 0
}

/** The listener's choices in this browser. */
export type Modes = { shuffle: boolean; repeat: Repeat; speed: number; autoplay: boolean }

export function saveModes(storage: BrowserStorage, modes: Modes): void {
  storage.set(modesKey, JSON.stringify(modes))
}

export function loadModes(storage: BrowserStorage): Modes {
  const saved = parse<Partial<Modes>>(storage.get(modesKey))
  const repeat = (['all', 'one'] as const).find((mode) => mode === saved?.repeat) ?? 'off'
  const speed = speeds.find((choice) => choice === saved?.speed) ?? 1
  return { shuffle: saved?.shuffle === true, repeat, speed, autoplay: saved?.autoplay === true }
}

/** Identifies this browser profile to the user's other devices. */
export function loadDeviceId(storage: BrowserStorage): string {
  const saved = storage.get(deviceKey)
  if (saved && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(saved)) return saved
  const created = createUuid()
  storage.set(deviceKey, created)
  return created
}

/** `crypto.randomUUID` is missing where the page is not secure. */
function createUuid(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

type SavedVolume = { volume: number; muted: boolean }

export function saveVolume(storage: BrowserStorage, saved: SavedVolume): void {
  storage.set(volumeKey, JSON.stringify(saved))
}

export function loadVolume(storage: BrowserStorage): SavedVolume | null {
  const saved = parse<SavedVolume>(storage.get(volumeKey))
  return typeof saved?.volume === 'number'
    ? { volume: saved.volume, muted: saved.muted === true }
    : null
}

function parse<Value>(text: string | null): Value | null {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
