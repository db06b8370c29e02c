import type { Track } from '#contract/tracks.ts'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import { createQueue, type Queue } from './queue.ts'

/** What of the player outlives a reload, in the browser's storage. */

const queueKey = 'player-queue'
const placeKey = 'player-place'
const volumeKey = 'player-volume'

/** Storage is small, and a queue may hold a thousand tracks: those around the current one are kept. */
const mostBefore = 20
const mostInAll = 120

/** Whose queue it is: a user's id, or null for a visitor. */
export type Owner = string | null
type KeptQueue = { owner: Owner; tracks: Track[]; index: number }

export function keepQueue(storage: BrowserStorage, owner: Owner, { tracks, index }: Queue): void {
  const from = Math.max(0, index - mostBefore)
  const kept: KeptQueue = {
    owner,
    tracks: tracks.slice(from, from + mostInAll).map((track) => withoutProse(track, owner)),
    index: index - from,
  }
  storage.set(queueKey, JSON.stringify(kept))
}

/** What the player shows of a track is short; whose likes there are is for the server to say. */
function withoutProse(track: Track, owner: Owner): Track {
  const likes = track.likes.filter(({ userId }) => userId === owner)
  return { ...track, description: null, tags: [], likes }
}

export function forgetQueue(storage: BrowserStorage): void {
  storage.set(queueKey, null)
  storage.set(placeKey, null)
}

/**
 * The queue of an earlier visit, if it is this person's. What a visitor listened to stays when they
 * sign in; what somebody signed in had is forgotten as soon as anybody else is here.
 */
export function readQueue(storage: BrowserStorage, owner: Owner): Queue | null {
  const kept = parsed<KeptQueue>(storage.get(queueKey))
  if (!kept) return null
  const mayHave = kept.owner === null || kept.owner === owner
  const queue = mayHave && Array.isArray(kept.tracks) && kept.tracks.every(isTrack)
  if (queue) return createQueue(kept.tracks, kept.index)
  forgetQueue(storage)
  return null
}

/** A version of ours from long ago may have written it: what the player cannot do without. */
function isTrack(track: Partial<Track> | null): boolean {
  return Boolean(track?.id && track.title && track.user && track.audioUrl)
}

export function keepPlace(storage: BrowserStorage, trackId: string, position: number): void {
  storage.set(placeKey, JSON.stringify({ trackId, position }))
}

export function readPlace(storage: BrowserStorage, trackId: string): number {
  const place = parsed<{ trackId: string; position: number }>(storage.get(placeKey))
  return place?.trackId === trackId && place.position > 0 ? place.position : 0
}

export function keepVolume(storage: BrowserStorage, volume: number, muted: boolean): void {
  storage.set(volumeKey, JSON.stringify({ volume, muted }))
}

export function readVolume(storage: BrowserStorage): { volume: number; muted: boolean } | null {
  const kept = parsed<{ volume: number; muted: boolean }>(storage.get(volumeKey))
  return typeof kept?.volume === 'number'
    ? { volume: kept.volume, muted: kept.muted === true }
    : null
}

function parsed<Value>(text: string | null): Value | null {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
