import { barsFromLevels, halveBars, waveform, wavePath } from '#brand/waveform.ts'
import { type RouteInput, type RouteResponse, urlFor } from '#contract/client.ts'
import type { EmbedTrack } from '#contract/embed.ts'
import * as routes from '#contract/routes.ts'
import { levelsOf } from '#contract/waveform-levels.ts'
import { createAudioSources } from '#web/features/player/engine/audio-sources.ts'
import { connectScrub } from '#web/features/player/engine/seeking.ts'
import { createTransport } from '#web/features/player/engine/transport.ts'
import { createExclusivePlayback } from '#web/features/player/sync/exclusive-playback.ts'
import { detectListens, reportRetention } from '#web/features/player/sync/listen-detection.ts'
import { artworkUrl } from '#web/lib/api-urls.ts'
import { formatDuration } from '#web/lib/format.ts'
import { formatSpokenDuration } from '#web/lib/format-spoken-duration.ts'
import { onPageHide } from '#web/lib/on-page-hide.ts'
import { referringHost } from '#web/lib/referring-host.ts'
import { createStore } from '#web/lib/store.ts'
import { glowColors } from '#web/ui/dominant-colors.ts'
import { createEmbedPlayer, type EmbedPlayer, type EmbedState } from './player.ts'

/** The script of the embedded player. No cookie, no storage: browsers deny both to frames of other sites. */

const root = document.querySelector<HTMLElement>('.player')
const data = document.getElementById('tracks')?.textContent
if (root && data) start(root, JSON.parse(data))

function start(root: HTMLElement, tracks: readonly EmbedTrack[]) {
  const audio = new Audio()
  const transport = createTransport(audio)
  const player = createEmbedPlayer({
    tracks,
    transport,
    sources: createAudioSources(createStore({ quality: 'auto', levelLoudness: true }), {
      canPlay: (contentType) => audio.canPlayType(contentType) !== '',
      hasGaplessAac: false,
    }),
    start: startSeconds(tracks[0]?.duration),
  })
  const view = createView(root)
  let shown = tracks[0]
  let dragged: number | null = null

  const duration = () => transport.duration() || (player.current()?.duration ?? 0)
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
  transport.subscribe(showTime)
  player.state.subscribe(showState)
  connectMediaSession(player, tracks)
  detectListens({
    ...{ audio, onPageHide, position: player.currentTime },
    current: player.current,
    report({ id }, event) {
      if (event.kind === 'play') recordPlay(id)
      if (event.kind === 'retention')
        reportRetention(urlFor(routes.recordRetention, { params: { id } }), event.report)
    },
  })
  pauseOthers(audio)
  showState()
  if (shown) void showAnalysis(shown)
}

/** `?start=`, within the track. */
function startSeconds(duration: number | null | undefined): number {
  const seconds = Number(new URLSearchParams(location.search).get('start'))
  return seconds > 0 && seconds < (duration ?? Number.POSITIVE_INFINITY) ? seconds : 0
}

function recordPlay(id: string) {
  const referrer = referringHost()
  const body: RouteInput<typeof routes.playTrack>['body'] = {
    embedded: true,
    ...(referrer && { referrer }),
  }
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

/** Writes state into the HTML that the server has rendered. */
function createView(root: HTMLElement) {
  const find = <E extends Element>(selector: string) => root.querySelector<E>(selector)
  const required = <E extends Element = HTMLElement>(selector: string): E => {
    const element = find<E>(selector)
    if (!element) throw new Error(`The player has no ${selector}.`)
    return element
  }
  const play = required<HTMLButtonElement>('.play')
  const slider = required('.waveform')
  const rows = [...root.querySelectorAll<HTMLButtonElement>('.row')]

  function setLink(selector: string, href: string, text: string) {
    const link = required<HTMLAnchorElement>(selector)
    link.href = href
    // The text after it says that the link opens a new tab.
    if (link.firstChild?.nodeType === Node.TEXT_NODE) link.firstChild.nodeValue = text
  }

  return {
    play,
    slider,
    rows,
    previous: find<HTMLButtonElement>('.previous'),
    next: find<HTMLButtonElement>('.next'),

    showTrack(track: EmbedTrack) {
      setLink('.artwork', track.url, '')
      setLink('.title a', track.url, track.title)
      setLink('.artist a', track.artistUrl, track.artist)
      const image = required<HTMLImageElement>('.artwork img')
      const url = (width: 192 | 384) => artworkUrl(track, width)
      image.srcset = `${url(192)} 192w, ${url(384)} 384w`
      image.src = url(384)
      slider.ariaLabel = `Seek in ${track.title}`
    },

    showBars(bars: readonly number[]) {
      for (const [size, path] of [
        ['wide', wavePath(bars)],
        ['narrow', wavePath(halveBars(bars))],
      ])
        for (const element of slider.querySelectorAll(`.${size} path`))
          element.setAttribute('d', path ?? '')
    },

    showState({ index, status }: EmbedState, track: EmbedTrack) {
      root.dataset['state'] = status
      const isActive = status === 'playing' || status === 'loading'
      play.ariaLabel = `${isActive ? 'Pause' : 'Play'} ${track.title}`
      required('.status').textContent = status === 'failed' ? 'Failed to load track' : ''
      for (const [i, row] of rows.entries())
        if (i === index) row.setAttribute('aria-current', 'true')
        else row.removeAttribute('aria-current')
      const { previous, next } = this
      if (previous) previous.disabled = index === 0
      if (next) next.disabled = index >= rows.length - 1
    },

    /** `total` is the length in lists, in whole seconds: the text stays the same when the file has loaded. */
    showTime(seconds: number, duration: number, total: number) {
      const played = duration > 0 ? Math.min(1, seconds / duration) : 0
      slider.style.setProperty('--played', `${played * 100}%`)
      required('.position').textContent = formatDuration(seconds)
      required('.duration').textContent = formatDuration(total)
      slider.ariaValueNow = String(Math.floor(seconds))
      slider.ariaValueMax = String(Math.floor(total))
      slider.ariaValueText = `${formatSpokenDuration(seconds)} of ${formatSpokenDuration(total)}`
    },

    showGlow([a, b]: readonly [string, string]) {
      root.style.setProperty('--art-a', a)
      root.style.setProperty('--art-b', b)
    },
  }
}
