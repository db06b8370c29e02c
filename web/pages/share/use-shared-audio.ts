import { type RefObject, useEffect, useRef, useState } from 'react'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import type { SharedTrack } from '#contract/share-links.ts'
import { request } from '#web/api/client.ts'
import { hasGaplessAac, rankFormats } from '#web/features/player/engine/audio-sources.ts'
import { detectListens, reportRetention } from '#web/features/player/sync/listen-detection.ts'
import { useSoundSettings } from '#web/features/player/use-player.ts'
import { onPageHide } from '#web/lib/on-page-hide.ts'
import { useLatest } from '#web/lib/use-latest.ts'

export type SharedAudio = ReturnType<typeof useSharedAudio>

type Options = {
  token: string
  tracks: readonly SharedTrack[]
  /** Nothing of a track could be played: the link may have ended. */
  onFailure: () => void
}

/**
 * Plays what a link shares, one track after the other, in an audio element of its own: nothing of it is in the queue, in
 * the history or on the user's other devices. The element is in the document, so that it and the player do not sound at
 * the same time.
 */
export function useSharedAudio({ token, tracks, onFailure }: Options) {
  const audio = useRef<HTMLAudioElement>(null)
  const [settings] = useSoundSettings()
  const [trackId, setTrackId] = useState(tracks[0]?.id)
  const [state, setState] = useState<'idle' | 'loading' | 'playing' | 'paused'>('idle')
  const [position, setPosition] = useState(0)
  const track = tracks.find(({ id }) => id === trackId) ?? tracks[0]
  const [sources, setSources] = useState<string[]>([])

  function start(next: SharedTrack, from = 0) {
    const element = audio.current
    if (!element) return
    const canPlay = (type: string) => element.canPlayType(type) !== ''
    const browser = { canPlay, hasGaplessAac: hasGaplessAac() }
    const urls = rankFormats([...next.formats], settings.quality, browser).flatMap(
      (format) => next.formats.find((one) => one.format === format)?.url ?? [],
    )
    setTrackId(next.id)
    setPosition(from)
    setState('loading')
    play(element, urls, from)
  }

  function play(element: HTMLAudioElement, [url = '', ...others]: string[], from: number) {
    setSources(others)
    element.src = url
    element.currentTime = from
    // A failure has an event of its own.
    element.play().catch(() => {})
  }

  const latest = useLatest({
    fail() {
      if (audio.current && sources.length > 0) return play(audio.current, sources, position)
      setState('idle')
      onFailure()
    },
    next() {
      const next = track && tracks[tracks.indexOf(track) + 1]
      if (next) start(next)
      else setState('paused')
    },
  })

  useEffect(() => {
    const element = audio.current
    if (!element) return
    const controller = new AbortController()
    const on = (events: string, listener: () => void) => {
      for (const event of events.split(' '))
        element.addEventListener(event, listener, { signal: controller.signal })
    }
    on('timeupdate seeked', () => setPosition(element.currentTime))
    on('playing', () => setState('playing'))
    on('waiting', () => setState('loading'))
    on('pause', () => setState((now) => (now === 'idle' ? now : 'paused')))
    on('error', () => latest.current.fail())
    on('ended', () => latest.current.next())
    return () => {
      controller.abort()
      element.pause()
    }
  }, [latest])
  useReportedPlays({ audio, token, track })

  function toggle(chosen = track) {
    const element = audio.current
    if (!element || !chosen) return
    if (chosen.id !== track?.id || state === 'idle')
      return start(chosen, chosen === track ? position : 0)
    if (element.paused) element.play().catch(() => {})
    else element.pause()
  }

  return {
    audio,
    track,
    position,
    duration: track?.duration ?? 0,
    stateOf: ({ id }: SharedTrack) => (id === track?.id ? state : 'idle'),
    toggle,
    /** Moves in the current track, also before it has begun. */
    seek(seconds: number) {
      setPosition(seconds)
      if (audio.current && state !== 'idle') audio.current.currentTime = seconds
    },
  }
}

type Reported = {
  audio: RefObject<HTMLAudioElement | null>
  token: string
  track: SharedTrack | undefined
}

/** Plays count as elsewhere on the site, once they have sounded for long enough, and so does how far listeners get. */
function useReportedPlays({ audio, token, track }: Reported) {
  const latest = useLatest(track)
  useEffect(() => {
    const element = audio.current
    if (!element) return
    const controller = new AbortController()
    detectListens({
      audio: element,
      current: () => latest.current,
      position: () => element.currentTime,
      onPageHide: (listener) => onPageHide(listener, controller.signal),
      report({ id }, event) {
        const params = { token, trackId: id }
        if (event.kind === 'listen') request(routes.playShared, { params }).catch(() => {})
        if (event.kind === 'retention')
          reportRetention(urlFor(routes.recordSharedRetention, { params }), event.report)
      },
    })
    return () => controller.abort()
  }, [audio, token, latest])
}
