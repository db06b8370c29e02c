import { barsFromLevels, waveform } from '#brand/waveform.ts'
import { type RouteInput, type RouteResponse, urlFor } from '#contract/client.ts'
import type { EmbedTrack } from '#contract/embed.ts'
import * as routes from '#contract/routes.ts'
import { levelsOf } from '#contract/waveform-levels.ts'
import { createAudioSources } from '#web/features/player/engine/audio-sources.ts'
import { createEngine } from '#web/features/player/engine/engine.ts'
import { connectScrub } from '#web/features/player/engine/seeking.ts'
import { createExclusivePlayback } from '#web/features/player/sync/exclusive-playback.ts'
import { artworkUrl } from '#web/lib/api-urls.ts'
import { createStore } from '#web/lib/store.ts'
import { glowColors } from '#web/ui/dominant-colors.ts'
import { createEmbedPlayer, type EmbedPlayer } from './player.ts'
import { createView } from './view.ts'

/** The script of the embedded player. No cookie, no storage: browsers deny both to frames of other sites. */

const root = document.querySelector<HTMLElement>('.player')
const data = document.getElementById('tracks')?.textContent
if (root && data) start(root, JSON.parse(data))

function start(root: HTMLElement, tracks: readonly EmbedTrack[]) {
  const audio = new Audio()
  const engine = createEngine(audio)
  const player = createEmbedPlayer({
    tracks,
    engine,
    sources: createAudioSources(createStore({ quality: 'auto', levelLoudness: true }), {
      canPlay: (contentType) => audio.canPlayType(contentType) !== '',
      hasGaplessAac: false,
    }),
    start: startSeconds(tracks[0]?.duration),
    recordPlay,
  })
  const view = createView(root)
  let shown = tracks[0]
  let dragged: number | null = null

  const duration = () =>
    Number.isFinite(audio.duration) && audio.src
      ? audio.duration
      : (player.current()?.duration ?? 0)
  function showTime() {
    const total = player.current()?.duration ?? duration()
    view.showTime(dragged ?? player.currentTime(), duration(), total)
  }
  function showState() {
    const track = player.current()
    if (!track) return
    if (track !== shown) {
      shown = track
      view.showTrack(track)
      view.showBars(waveform(track.id))
      void showAnalysis(track)
    }
    view.showState(player.state.get(), track)
    showTime()
  }
  async function showAnalysis(track: EmbedTrack) {
    void glowColors(track.id, track.artworkUrl && artworkUrl(track, 96)).then(view.showGlow)
    const bars = await loadBars(track).catch(() => undefined)
    if (bars && track === player.current()) view.showBars(bars)
  }

  view.play.addEventListener('click', player.toggle)
  view.next?.addEventListener('click', player.next)
  view.previous?.addEventListener('click', player.previous)
  for (const [index, row] of view.rows.entries())
    row.addEventListener('click', () => {
      if (index === player.state.get().index) player.toggle()
      else player.choose(index)
    })
  connectScrub(view.slider, {
    duration,
    position: player.currentTime,
    onSeek(seconds) {
      player.seek(seconds)
      showTime()
    },
    onDrag(seconds) {
      dragged = seconds
      showTime()
    },
  })
  for (const event of ['timeupdate', 'durationchange', 'seeked'])
    audio.addEventListener(event, showTime)
  player.state.subscribe(showState)
  connectMediaSession(player, tracks)
  pauseOthers(audio)
  showState()
  if (shown) void showAnalysis(shown)
}

/** `?start=`, within the track. */
function startSeconds(duration: number | null | undefined): number {
  const seconds = Number(new URLSearchParams(location.search).get('start'))
  return seconds > 0 && seconds < (duration ?? Number.POSITIVE_INFINITY) ? seconds : 0
}

function recordPlay({ id }: EmbedTrack) {
  const body: RouteInput<typeof routes.playTrack>['body'] = { embedded: true }
  void fetch(urlFor(routes.playTrack, { params: { id } }), {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
    // A response that is not read leaves the request open.
    .then((response) => response.text())
    .catch(() => {})
}

async function loadBars({ id }: EmbedTrack): Promise<number[] | undefined> {
  const url = urlFor(routes.getTrackWaveform, { params: { id } })
  const response = await fetch(url, { credentials: 'omit' })
  if (!response.ok) {
    await response.text()
    return undefined
  }
  const { data }: RouteResponse<typeof routes.getTrackWaveform> = await response.json()
  return barsFromLevels(levelsOf(data))
}

/** Players of the same page and tabs of the site pause; some browsers deny the channel to frames. */
function pauseOthers(audio: HTMLAudioElement) {
  try {
    createExclusivePlayback(new BroadcastChannel('sound')).register(audio)
  } catch {}
}

/** Lock screens and media keys. */
function connectMediaSession(player: EmbedPlayer, tracks: readonly EmbedTrack[]): void {
  const session = navigator.mediaSession
  if (!session) return
  player.state.subscribe(() => {
    const { index, status } = player.state.get()
    const track = tracks[index]
    if (status !== 'playing' || !track) return
    session.metadata = new MediaMetadata({
      title: track.title,
      artist: track.artist,
      artwork: [{ src: artworkUrl(track, 384), sizes: '384x384' }],
    })
    session.setActionHandler('play', player.play)
    session.setActionHandler('pause', player.pause)
    session.setActionHandler('previoustrack', tracks[index - 1] ? player.previous : null)
    session.setActionHandler('nexttrack', tracks[index + 1] ? player.next : null)
  })
}
