import type { NewPlayerState, SavedPlayerState } from '#contract/player.ts'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import type { OnPageHide } from '#web/lib/on-page-hide.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import type { PlaybackPosition } from '../engine/playback-position.ts'
import type { Player } from '../store.ts'
import { toQueue, toSavedState } from './player-storage.ts'
import type { ResumePositions } from './resume-positions.ts'

/** Milliseconds between two writes. */
const writeEvery = 10_000
/** Milliseconds after its last write for which a device counts as playing: it writes more often while it does. */
const playingFor = 25_000
/** The time of the state that was dismissed. */
const dismissedKey = 'player-offer-dismissed'
/** Milliseconds for which the queue of another device is offered. */
const offerFor = 24 * 60 * 60 * 1000

type SyncDeps = {
  player: Player
  position: PlaybackPosition
  resume: ResumePositions
  deviceId: string
  read: () => Promise<SavedPlayerState>
  write: (state: NewPlayerState, options: { keepalive: boolean }) => Promise<{ version: number }>
  isConflict: (error: unknown) => boolean
  onPageHide: OnPageHide
  storage: BrowserStorage
  notify: (toast: ToastText) => () => void
}

/**
 * The queue and the position of a user on all devices. A device writes only what it has played
 * itself, and what it replaces it has read: 409 makes it read again. While the server cannot be
 * reached, the queue stays in memory and is saved later.
 */
export async function connectStateSync(deps: SyncDeps): Promise<void> {
  const { player, position, resume } = deps
  let version: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiddenAt = Number.NEGATIVE_INFINITY
  let isWriting = false
  let isDirty = false
  let hasPlayed = false

  async function read(): Promise<SavedPlayerState> {
    const state = await deps.read()
    version = state.version
    resume.merge(state.resume)
    return state
  }
  function schedule() {
    if (!hasPlayed) return
    isDirty = true
    timer ??= setTimeout(() => void write(false), writeEvery)
  }
  /** A hidden page may never be shown again. One that is hidden often writes no more than others. */
  function hide(isLeaving: boolean) {
    if (!isDirty || isWriting || (!isLeaving && Date.now() - hiddenAt < writeEvery)) return
    hiddenAt = Date.now()
    void write(true, isLeaving)
  }
  async function write(keepalive: boolean, isLeaving = false) {
    clearTimeout(timer)
    timer = undefined
    if (!isDirty || isWriting) return
    isWriting = true
    isDirty = false
    try {
      if (version === undefined) await read()
      const { queue, isPlaying } = player.state()
      const state = { queue, isPlaying: isPlaying && !isLeaving }
      const body = toSavedState(state, {
        version: version ?? 0,
        deviceId: deps.deviceId,
        position: position.current(),
        resume: resume.list(),
      })
      ;({ version } = await deps.write(body, { keepalive }))
      resume.markSaved(body.resume)
    } catch (error) {
      // Lost, or another device was faster: reads first, then retries.
      version = undefined
      if (!deps.isConflict(error) || player.state().isPlaying) schedule()
    } finally {
      isWriting = false
    }
  }

  let { queue, isPlaying } = player.state()
  hasPlayed = isPlaying
  player.subscribe(() => {
    const state = player.state()
    hasPlayed ||= state.isPlaying
    if (state.queue !== queue || state.isPlaying !== isPlaying) schedule()
    ;({ queue, isPlaying } = state)
  })
  position.subscribe(() => player.state().isPlaying && schedule())
  deps.onPageHide(hide)

  try {
    offer(deps, await read())
  } catch {
    // Read again before the first write.
  }
}

/** Offers what another device plays or has played within a day, until it is dismissed. Nothing starts by itself. */
function offer({ player, deviceId, notify, storage }: SyncDeps, state: SavedPlayerState) {
  const { updatedAt } = state
  const age = updatedAt === null ? Number.POSITIVE_INFINITY : ageOf(updatedAt)
  const track = state.tracks[state.index]
  if (age >= offerFor || !track || state.deviceId === deviceId || player.state().isPlaying) return
  if (storage.get(dismissedKey) === updatedAt) return
  function accept() {
    player.load(toQueue(state), { position: state.position, nextPage: null })
    if (state.dropped > 0) notify({ title: removedText(state.dropped) })
  }
  function dismiss() {
    storage.set(dismissedKey, updatedAt)
    player.update({ offer: null })
  }
  const isPlaying = state.playing && age < playingFor
  player.update({ offer: { track, isPlaying, accept, dismiss } })
  // It would replace what was chosen here.
  const unsubscribe = player.subscribe(() => {
    const { isPlaying, loading, offer } = player.state()
    if (!offer) return unsubscribe()
    if (isPlaying || loading) player.update({ offer: null })
  })
}

const ageOf = (time: string) => Date.now() - Date.parse(time)

/** Tracks that were deleted or hidden since they were queued. */
export function removedText(count: number): string {
  return count === 1
    ? 'A track of your queue is no longer available'
    : `${count} tracks of your queue are no longer available`
}
