import type { Track } from '#contract/tracks.ts'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import { createAudioCache } from './audio-cache.ts'
import { createSoundTurns } from './exclusive-playback.ts'
import { fetchAudio, probeAudio } from './fetch-audio.ts'
import { connectMediaSession } from './media-session.ts'
import { rememberPlayer } from './persistence.ts'
import type { PlaybackPosition } from './playback-position.ts'
import type { Owner } from './player-storage.ts'
import { createUpcoming } from './prefetch.ts'
import { createRecovery } from './recovery.ts'
import type { Player } from './store.ts'
import { getWaveformBars } from './waveform-bars.ts'

/** All that a player has beyond sound at a click. Its code comes when the page has nothing else to do. */

export type DeferredFeaturesDeps = {
  audio: HTMLAudioElement
  player: Player
  position: PlaybackPosition
  audioUrl: (track: Track) => string
  storage: BrowserStorage
  owner: () => Promise<Owner>
}

export type DeferredFeatures = ReturnType<typeof connectDeferredFeatures>

/** No byte for this many milliseconds, though the server answers: the connection is dead. */
const stuckAfter = 10_000
/** Milliseconds for which the next track has the machine to itself. */
const afterNextHasBegun = 1_000
const log = (problem: unknown) => console.warn(problem)

export function connectDeferredFeatures(parts: DeferredFeaturesDeps) {
  const { audio, player, audioUrl } = parts
  const cache = createAudioCache({
    inUse: () => audio.src,
    createAddress: (blob) => URL.createObjectURL(blob),
    releaseAddress: (address) => URL.revokeObjectURL(address),
  })
  fetchBar()
  connectUpcoming(parts, cache)
  analyse(player)
  takeTurns(audio)
  if ('mediaSession' in navigator)
    connectMediaSession({
      ...parts,
      session: navigator.mediaSession,
      makeMetadata: (init) => new MediaMetadata(init),
    })
  const recovery = connectRecovery(parts, rememberPlayer({ ...parts, onLeaving }))
  return {
    /** The address of a track that is kept. */
    cachedUrl: (track: Track) => cache.get(audioUrl(track)),
    failed: recovery.failed,
    /** The browser has every byte of what was played through: keeping it costs none on the wire. */
    ended(track: Track) {
      recovery.ended()
      const address = audioUrl(track)
      if (cache.get(address) || !playedThrough(audio)) return
      const keep = () =>
        fetchAudio(address, { cache: 'force-cache', wants: cache.fits })
          .then((blob) => blob && cache.put(address, blob))
          .catch(log)
      setTimeout(keep, afterNextHasBegun)
    },
  }
}

/** Fetched only with the first sound, it would take the line from it. */
function fetchBar() {
  import('./player-bar.tsx').catch(() => {})
}

function connectUpcoming(
  { audio, player, audioUrl }: DeferredFeaturesDeps,
  cache: ReturnType<typeof createAudioCache>,
) {
  const bufferLead = () => secondsAhead(audio)
  const upcoming = createUpcoming({
    state: player.state,
    bufferLead,
    cache,
    fetchAudio,
    audioUrl,
    log,
  })
  player.subscribe(upcoming.look)
  for (const news of ['progress', 'timeupdate'] as const)
    audio.addEventListener(news, upcoming.look)
}

function connectRecovery(
  { audio, player, audioUrl }: DeferredFeaturesDeps,
  { isRestored }: ReturnType<typeof rememberPlayer>,
) {
  let lastByte = performance.now()
  for (const news of ['loadstart', 'progress', 'playing'] as const)
    audio.addEventListener(news, () => {
      lastByte = performance.now()
    })
  const recovery = createRecovery({
    player,
    position: () => audio.currentTime,
    symptoms: () => ({
      undecodable: audio.error?.code === MediaError.MEDIA_ERR_DECODE,
      stuck: performance.now() - lastByte > stuckAfter,
    }),
    probe: probeAudio,
    audioUrl,
    isRestored,
    log,
  })
  addEventListener('online', recovery.online)
  return recovery
}

/** The bars follow from the id, so that the analysis is over as soon as it is asked for. */
function analyse(player: Player) {
  const look = () => {
    const { currentTrack, isAnalyzing } = player.state()
    if (currentTrack && isAnalyzing)
      player.update({ isAnalyzing: false, waveformBars: getWaveformBars(currentTrack.id) })
  }
  player.subscribe(look)
  look()
}

function takeTurns(audio: HTMLAudioElement) {
  const turns = createSoundTurns(new BroadcastChannel('sound'))
  turns.register(audio)
  turns.watch(document)
}

function onLeaving(listener: () => void) {
  addEventListener('pagehide', listener)
  document.addEventListener('visibilitychange', () => document.hidden && listener())
}

/** Infinite when the rest of the file is there. */
function secondsAhead({ buffered, currentTime, duration }: HTMLAudioElement): number {
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) > currentTime || buffered.end(i) < currentTime) continue
    const end = buffered.end(i)
    return end >= duration - 0.5 ? Number.POSITIVE_INFINITY : end - currentTime
  }
  return 0
}

function playedThrough({ played, duration }: HTMLAudioElement): boolean {
  return played.length === 1 && played.start(0) < 1 && played.end(0) > duration - 1
}
