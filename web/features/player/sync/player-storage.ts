import { isApiUrl } from '#contract/client.ts'
import { limits } from '#contract/limits.ts'
import type { NewPlayerState, SavedPlayerState } from '#contract/player.ts'
import type { Track } from '#contract/tracks.ts'
import { type BrowserStorage, readJson } from '#web/lib/browser-storage.ts'
import { createUuid } from '#web/lib/create-uuid.ts'
import { emptyQueue, playList, type Queue, type QueueEntry } from '../queue/queue.ts'
import { addToQueue, setOriginalOrder, setRepeat, withoutPlayed } from '../queue/queue-editing.ts'
import type { PlayerState } from '../store.ts'

/** The queue and the position in the browser's storage. */

const queueKey = 'player-queue'
const positionKey = 'player-place'
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
  added: Track[]
  source: string | null
  /** While shuffled: indexes in `tracks`, in the original order. */
  original: number[] | null
  /** The URL of what follows in the list. */
  more: string | null
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

/** Removes what the player does not show, and the likes of other users. */
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
  const saved = readJson<SavedQueue>(storage, queueKey)
  if (!saved) return null
  if ((saved.owner === null || saved.owner === owner) && isComplete(saved)) {
    const queue = toQueue({ ...saved, repeat: 'off' })
    return queue && { queue, nextPage: isApiUrl(saved.more) ? saved.more : null }
  }
  clearQueue(storage)
  return null
}

/** The storage may hold anything: checks what the player requires. */
function isComplete(saved: Partial<SavedQueue>): saved is SavedQueue {
  const areTracks = (tracks?: Partial<Track>[]) =>
    tracks?.every(
      ({ id, title, user, audioUrl, formats }) => id && title && user && audioUrl && formats,
    )
  return Boolean(areTracks(saved.tracks) && areTracks(saved.added))
}

export function savePosition(storage: BrowserStorage, trackId: string, position: number): void {
  storage.set(positionKey, JSON.stringify({ trackId, position }))
}

export function loadPosition(storage: BrowserStorage, trackId: string): number {
  const saved = readJson<{ trackId: string; position: number }>(storage, positionKey)
  return saved?.trackId === trackId ? (saved.position ?? 0) : 0
}

/** Identifies this browser profile to the user's other devices. */
export function loadDeviceId(storage: BrowserStorage): string {
  const saved = storage.get(deviceKey)
  if (saved && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(saved)) return saved
  const created = createUuid()
  storage.set(deviceKey, created)
  return created
}

/** Tracks before the current one that are saved. */
const maxPrevious = 100

type Rest = Pick<NewPlayerState, 'version' | 'deviceId' | 'position' | 'resume'>

/** The entries to save: at most `max`, around the current one. */
function entriesToSave(all: Queue, max: number) {
  const queue = withoutPlayed(all)
  const added = queue.added.slice(0, max / 2)
  const from = Math.max(0, queue.index - maxPrevious)
  const entries = queue.entries.slice(from, from + max - added.length)
  const at = new Map(entries.map((entry, i) => [entry, i]))
  return {
    entries,
    index: queue.index < 0 ? -1 : queue.index - from,
    added,
    /** While shuffled: indexes of the entries, in the original order. */
    original: queue.original?.flatMap((entry) => at.get(entry) ?? []) ?? null,
    hasEnd: from + entries.length === queue.entries.length,
  }
}

/** Ids only. */
export function toSavedState(
  { queue, isPlaying }: Pick<PlayerState, 'queue' | 'isPlaying'>,
  rest: Rest,
): NewPlayerState {
  const { entries, index, added, original } = entriesToSave(queue, limits.maxSavedQueueTracks)
  const idOf = ({ track }: QueueEntry) => track.id
  return {
    ...rest,
    playing: isPlaying,
    tracks: entries.map(idOf),
    index,
    added: added.map(idOf),
    original,
    source: queue.source?.slice(0, limits.maxTitleLength) ?? null,
    repeat: queue.repeat,
  }
}

type Saved = Pick<SavedPlayerState, 'tracks' | 'index' | 'added' | 'original' | 'source' | 'repeat'>

export function toQueue(state: Saved): Queue | null {
  const queue = playList(emptyQueue, state.tracks, state.index, state.source)
  if (!queue) return null
  return setRepeat(addToQueue(setOriginalOrder(queue, state.original), state.added), state.repeat)
}
