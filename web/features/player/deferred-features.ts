import type { QueryClient } from '@tanstack/react-query'
import type { HistoryEntry } from '#contract/library.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { ApiError, fetchPage, request } from '#web/api/client.ts'
import type { BrowserStorage } from '#web/lib/browser-storage.ts'
import { onPageHide } from '#web/lib/on-page-hide.ts'
import { onIdle } from '#web/lib/use-idle.ts'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { connectSleepTimer } from './controls/sleep-timer.ts'
import { type Analysis, connectAnalysis } from './engine/analysis.ts'
import { createAudioCache } from './engine/audio-cache.ts'
import type { AudioSources } from './engine/audio-sources.ts'
import { fetchAudio, probeAudio } from './engine/fetch-audio.ts'
import { connectFreshAudio } from './engine/fresh-audio.ts'
import { connectGapless } from './engine/gapless.ts'
import type { PlaybackPosition } from './engine/playback-position.ts'
import { connectPrefetch } from './engine/prefetch.ts'
import { createRecovery } from './engine/recovery.ts'
import type { RemotePlayback } from './engine/remote-playback.ts'
import type { SoundSettingsStore } from './engine/sound-settings.ts'
import type { Transport } from './engine/transport.ts'
import { connectAutoplay, connectMoreTracks } from './queue/more-tracks.ts'
import type { Player } from './store.ts'
import { connectDocumentTitle } from './sync/document-title.ts'
import { createExclusivePlayback } from './sync/exclusive-playback.ts'
import { connectMediaSession } from './sync/media-session.ts'
import { connectPersistence } from './sync/persistence.ts'
import { loadDeviceId, type Owner } from './sync/player-storage.ts'
import { connectListenReports } from './sync/report-listens.ts'
import { connectResume, createResumePositions } from './sync/resume-positions.ts'
import { connectStateSync, removedText } from './sync/state-sync.ts'

/** Everything but playing a track on click. Loaded when the page is idle, to keep the first load small. */

type DeferredFeaturesDeps = {
  audio: HTMLAudioElement
  transport: Transport
  player: Player
  position: PlaybackPosition
  sources: AudioSources
  settings: SoundSettingsStore
  loadAnalysis: (track: Track, options: { refetch: boolean }) => Promise<Analysis | null>
  queryClient: QueryClient
  storage: BrowserStorage
  owner: () => Promise<Owner>
  /** Returns a function that closes the toast. */
  notify: (toast: ToastText) => () => void
}

export type DeferredFeatures = ReturnType<typeof connectDeferredFeatures>

/** Milliseconds without data, although the server responds, after which the connection counts as dead. */
const dataTimeout = 10_000
/** Milliseconds after the end of a track during which only the next track uses the network. */
const cachePlayedAfter = 1_000

export function connectDeferredFeatures(deps: DeferredFeaturesDeps) {
  const { audio, player, sources } = deps
  const cache = createAudioCache(() => audio.src)
  const gapless = connectGapless({ ...deps, cache, probe: probeAudio })
  const { isStreamed, isReading } = gapless
  const remote = connectRemotePlayback(deps, gapless.suspend)
  connectPrefetch({ ...deps, cache, fetchAudio, isReading })
  connectAnalysis(deps)
  connectFreshAudio({
    ...deps,
    loadTrack: ({ id }) => request(routes.getTrack, { params: { slug: id } }),
  })
  connectQuality(deps)
  connectExclusivePlayback(audio)
  connectDocumentTitle(player)
  connectSleepTimer(deps)
  connectMoreTracks({ player, load: loadTracks, isFinal: isRejection })
  connectAutoplay({
    player,
    similar: ({ id }) =>
      request(routes.listSimilarTracks, { params: { id }, query: { limit: 20 } }),
  })
  if ('mediaSession' in navigator)
    // Later: all together would be a long task on slow phones.
    onIdle(() => connectMediaSession({ ...deps, session: navigator.mediaSession }))
  const { isRestored } = connectPersistence({ ...deps, onPageHide })
  deps.owner().then(
    (owner) => connectOtherDevices(deps, owner, isRestored),
    () => {},
  )
  const recovery = connectRecovery(deps, isRestored)
  return {
    cachedUrl(track: Track) {
      const url = sources.url(track)
      return remote.isDirect() || isStreamed(url) ? undefined : cache.get(url)
    },
    failed: recovery.failed,
    listened: connectListenReports({ ...deps, isFinal: isRejection }),
    ended(track: Track) {
      recovery.ended()
      const url = sources.url(track)
      if (cache.get(url) || isStreamed(url) || !isFullyPlayed(audio)) return
      // The browser's HTTP cache has every byte of it, so this costs no bandwidth.
      const addToCache = () =>
        fetchAudio(url, { cache: 'force-cache', accepts: cache.fits })
          .then((blob) => blob && cache.put(url, blob))
          .catch(console.warn)
      setTimeout(addToCache, cachePlayedAfter)
    },
  }
}

/** Other devices fetch the file by its URL: neither a stream nor a cached copy. */
function connectRemotePlayback(
  { audio, player, position, sources }: DeferredFeaturesDeps,
  suspendStreams: (isSuspended: boolean) => void,
) {
  let isDirect = false
  let opened: Promise<RemotePlayback> | undefined
  function setDirect(next: boolean) {
    isDirect = next
    suspendStreams(next)
    const { queue, isPlaying, loading } = player.state()
    if (next && audio.src.startsWith('blob:'))
      player.load(queue, { position: position.current(), paused: !isPlaying && !loading })
  }
  const url = () => {
    const { currentTrack } = player.state()
    return currentTrack ? sources.url(currentTrack) : ''
  }
  const load = async () => {
    const { createRemotePlayback } = await import('./engine/remote-playback.ts')
    return createRemotePlayback({ audio, player, url, setDirect })
  }
  if ('remote' in audio || 'webkitShowPlaybackTargetPicker' in audio)
    player.update({
      openRemote() {
        opened ??= load()
        return opened
      },
    })
  return { isDirect: () => isDirect }
}

/** A page of a list of tracks, or of the history. */
async function loadTracks(url: string) {
  const { items, next } = await fetchPage<Track | HistoryEntry>(url)
  return { items: items.map((item) => ('track' in item ? item.track : item)), next }
}

/** Positions of long tracks, and for users the queue on all their devices. */
function connectOtherDevices(
  deps: DeferredFeaturesDeps,
  owner: Owner,
  isRestored: (track: Track) => boolean,
) {
  const resume = createResumePositions(deps.storage, owner)
  connectResume({ ...deps, resume, isRestored })
  if (owner === null) return
  void connectStateSync({
    ...deps,
    resume,
    deviceId: loadDeviceId(deps.storage),
    read: () => request(routes.getPlayerState),
    write: (body, options) => request(routes.savePlayerState, { body, ...options }),
    isConflict: (error) => error instanceof ApiError && error.status === 409,
    onPageHide,
  })
}

/** A new quality applies to the current track too, at the same position. */
function connectQuality({ player, position, sources, settings }: DeferredFeaturesDeps) {
  let { quality } = settings.get()
  let playing = ''
  let trackId: string | undefined
  player.subscribe(() => {
    const { currentTrack, loading } = player.state()
    if (!currentTrack || (!loading && currentTrack.id === trackId)) return
    trackId = currentTrack.id
    playing = sources.url(currentTrack)
  })
  settings.subscribe(() => {
    const { currentTrack, queue, isPlaying, loading } = player.state()
    if (quality === settings.get().quality) return
    quality = settings.get().quality
    if (!currentTrack || sources.url(currentTrack) === playing) return
    player.load(queue, { position: position.current(), paused: !isPlaying && !loading })
  })
}

function connectRecovery(
  { audio, player, position, sources, notify }: DeferredFeaturesDeps,
  isRestored: (track: Track) => boolean,
) {
  let lastDataAt = performance.now()
  for (const event of ['loadstart', 'progress', 'playing'] as const)
    audio.addEventListener(event, () => {
      lastDataAt = performance.now()
    })
  const recovery = createRecovery({
    player,
    position: position.current,
    symptoms: () => ({
      undecodable: audio.error?.code === MediaError.MEDIA_ERR_DECODE,
      unsupported: audio.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED,
      timedOut: performance.now() - lastDataAt > dataTimeout,
    }),
    probe: probeAudio,
    sources,
    isRestored,
    onUnplayable: ({ title }, { detail, isSkipped }) =>
      notify({
        title: isSkipped ? `Skipped "${title}"` : `"${title}" cannot be played`,
        text: detail,
        tone: 'failure',
      }),
    onTrackRemoved: ({ title }) => notify({ title: removedText(1), text: title }),
  })
  addEventListener('online', recovery.online)
  return recovery
}

/** Sending the request again would not help: the track or the list is gone, or hidden. */
const rejections = new Set([400, 403, 404])
const isRejection = (error: unknown) => error instanceof ApiError && rejections.has(error.status)

function connectExclusivePlayback(audio: HTMLAudioElement) {
  const playback = createExclusivePlayback(new BroadcastChannel('sound'))
  playback.register(audio)
  playback.watch(document)
}

function isFullyPlayed({ played, duration }: HTMLAudioElement): boolean {
  return played.length === 1 && played.start(0) < 1 && played.end(0) > duration - 1
}
