import { type RefObject, useEffect, useRef, useState } from 'react'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import type { SharedTrack } from '#contract/share-links.ts'
import { request } from '#web/api/client.ts'
import { hasGaplessAac, rankFormats } from '#web/features/player/engine/audio-sources.ts'
import { createTransport, type Transport } from '#web/features/player/engine/transport.ts'
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
  const transport = useRef<Transport>(null)
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
    play(urls, from)
  }

  function play([url = '', ...others]: string[], from: number) {
    setSources(others)
    // A failure has an event of its own.
    transport.current?.start(url, from).catch(() => {})
  }

  const latest = useLatest({
    fail() {
      if (sources.length > 0) return play(sources, position)
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
    if (!audio.current) return
    const created = createTransport(audio.current)
    transport.current = created
    created.listen({
      playing: () => setState('playing'),
      waiting: () => setState('loading'),
      paused: () => setState((now) => (now === 'idle' ? now : 'paused')),
      failed: () => latest.current.fail(),
      ended: () => latest.current.next(),
    })
    const unsubscribe = created.subscribe(() => setPosition(created.position()))
    return () => {
      created.listen({})
      unsubscribe()
      created.pause()
    }
  }, [latest])
  useReportedPlays({ audio, token, track })

  function toggle(chosen = track) {
    if (!chosen) return
    if (chosen.id !== track?.id || state === 'idle')
      return start(chosen, chosen === track ? position : 0)
    if (audio.current?.paused) transport.current?.play().catch(() => {})
    else transport.current?.pause()
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
      if (state !== 'idle') transport.current?.seek(seconds)
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
