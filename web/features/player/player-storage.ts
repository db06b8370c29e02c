import type { Track } from '#contract/tracks.ts'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import { createQueue, type Queue } from './queue.ts'

/** Queue, position and volume in the browser's storage. */

const queueKey = 'player-queue'
const positionKey = 'player-place'
const volumeKey = 'player-volume'

/** Storage is small and a queue may hold a thousand tracks, so only those around the current one are saved. */
const maxPrevious = 20
const maxSaved = 120

/** The id of the user the queue belongs to; null for an anonymous visitor. */
export type Owner = string | null
type SavedQueue = { owner: Owner; tracks: Track[]; index: number }

export function saveQueue(storage: BrowserStorage, owner: Owner, { tracks, index }: Queue): void {
  const from = Math.max(0, index - maxPrevious)
  const saved: SavedQueue = {
    owner,
    tracks: tracks.slice(from, from + maxSaved).map((track) => compact(track, owner)),
    index: index - from,
  }
  storage.set(queueKey, JSON.stringify(saved))
}

/** Drops long fields that the player does not show, and the likes of other users. */
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
export function loadQueue(storage: BrowserStorage, owner: Owner): Queue | null {
  const saved = parse<SavedQueue>(storage.get(queueKey))
  if (!saved) return null
  const isAllowed = saved.owner === null || saved.owner === owner
  if (isAllowed && Array.isArray(saved.tracks) && saved.tracks.every(isTrack))
    return createQueue(saved.tracks, saved.index)
  clearQueue(storage)
  return null
}

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
