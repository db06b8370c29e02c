import { aacType } from './audio-sources.ts'
import { isTemporary } from './fetch-audio.ts'
import { parseRenditionIndex, type RenditionIndex } from './rendition-index.ts'
import { createSourceWriter } from './source-writer.ts'
import type { OpenStream, Stream } from './transport.ts'

/**
 * Plays AAC renditions through a MediaSource, one after the other on one timeline, so that a track
 * follows the previous one without a gap. `current` plays; `next` is appended shortly before the end.
 */

/** Bytes of the first read, which has the index and two seconds; each read doubles, up to the last one. */
const firstRead = 32 * 1024
const longestRead = 512 * 1024
/** Seconds to buffer beyond the position. */
const maxAhead = 45
const maxAheadPaused = 5
/** Seconds before the end of the current track in which the next one is appended. */
const appendNextWithin = 20
/** Seconds before the end in which it is too late for that: the browser has decoded what follows, or the end. */
const tooLate = 0.5
/** Milliseconds that playback may wait for the next track at the end of the current one. */
const maxWait = 300
/** A failed request is repeated if this many seconds are buffered, after this many milliseconds. */
const minBufferToRetry = 2
const retryAfter = 2_000

type StreamTrack = {
  readonly url: string
  /** Where it starts on the timeline, in seconds. */
  readonly offset: number
  index: RenditionIndex | null
  /** The next byte to append, and how many to read. */
  at: number
  read: number
}

type StreamDeps = {
  audio: HTMLAudioElement
  /** Reads bytes of a file; fewer at its end. */
  read: (
    url: string,
    from: number,
    to: number,
    signal: AbortSignal,
  ) => Promise<Uint8Array<ArrayBuffer>>
}

const createTrack = (url: string, offset: number): StreamTrack => ({
  url,
  offset,
  index: null,
  at: 0,
  read: firstRead,
})
const endOf = ({ offset, index }: StreamTrack) =>
  offset + (index?.duration ?? Number.POSITIVE_INFINITY)
const isComplete = ({ index, at }: StreamTrack) => index !== null && at >= index.bytes

export function createOpenStream({ audio, read }: StreamDeps): OpenStream {
  return (url, { position, onAdvance, onEnded, onError }) => {
    const writer = createSourceWriter(audio, aacType)
    let current = createTrack(url, 0)
    let next: StreamTrack | null = null
    let nextUrl: string | null = null
    let startAt = position
    let reading = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let retryAt = 0
    /** The next track was removed: the browser may have decoded its start. */
    let isNextRemoved = false
    let isClosed = false
    let isPumping = false
    const remaining = () => endOf(current) - audio.currentTime

    const isLate = () => remaining() < tooLate * audio.playbackRate
    const isTooLate = () => (isNextRemoved || writer.isEnded()) && isLate()

    /** The track to append data of; null while enough is buffered. */
    function due(): StreamTrack | null {
      if (isClosed || performance.now() < retryAt) return null
      const last = next ?? current
      if (!isComplete(last))
        return writer.bufferedAhead() < (audio.paused ? maxAheadPaused : maxAhead) ? last : null
      if (next || !nextUrl || remaining() > appendNextWithin || isTooLate()) return null
      next = createTrack(nextUrl, endOf(current))
      isNextRemoved = false
      return next
    }

    async function pump() {
      if (isPumping) return
      isPumping = true
      for (let track = due(); track; track = due()) await appendBytes(track)
      isPumping = false
    }

    async function appendBytes(track: StreamTrack): Promise<void> {
      const { signal } = reading
      const { at } = track
      try {
        const bytes = await read(track.url, at, at + track.read, signal)
        if (signal.aborted) return
        if (track.index) await writer.append(bytes)
        else await appendStart(track, bytes)
        if (signal.aborted) return
        if (track.at === at) track.at += bytes.length
        track.read = Math.min(longestRead, 2 * track.read)
        // While another track follows, the browser must not see an end: it may reach it before that is appended.
        if (isComplete(track) && (track === next || !nextUrl)) await writer.end()
      } catch (error) {
        if (!signal.aborted) fail(track, error)
      }
    }

    async function appendStart(track: StreamTrack, bytes: Uint8Array<ArrayBuffer>) {
      track.index = parseRenditionIndex(bytes)
      if (!track.index) throw new Error('The file is no rendition')
      await writer.setWindow(track.offset, endOf(track))
      const from = track === current ? fragmentAt(track.index, startAt) : 0
      if (from <= bytes.length) return writer.append(bytes)
      track.at = from
      return writer.append(bytes.subarray(0, track.index.headerBytes))
    }

    /** If the next track fails, the current one continues; if the current one fails, the stream ends. */
    function fail(track: StreamTrack, error: unknown) {
      const mayRecover = track !== next || isTemporary(error)
      if (mayRecover && writer.bufferedAhead() > minBufferToRetry * audio.playbackRate) {
        retryAt = performance.now() + retryAfter
        setTimeout(pump, retryAfter)
      } else if (track === next) {
        nextUrl = null
        removeNext()
      } else {
        close()
        onError(error)
      }
    }

    function stopReading() {
      reading.abort()
      reading = new AbortController()
    }

    function removeNext() {
      next = null
      isNextRemoved = true
      stopReading()
      void writer.remove(endOf(current))
      void writer.end().then(pump)
      update()
    }

    /** Playback has reached the end of the current track. If the next one is not appended soon, it starts with a gap. */
    function onWaiting() {
      if (!nextUrl || !isComplete(current) || !isLate()) return
      const waitingFor = nextUrl
      setTimeout(() => {
        const hasStarted = next && writer.bufferedUntil(next.offset)
        if (isClosed || hasStarted || nextUrl !== waitingFor || !isLate()) return
        nextUrl = null
        next = null
        stopReading()
        void writer.end()
      }, maxWait)
    }

    /** Advances at the end of the current track, and appends what is due. */
    function update() {
      clearTimeout(timer)
      if (remaining() <= 0) advance()
      if (isClosed) return
      if (remaining() < 1 && !audio.paused)
        timer = setTimeout(update, Math.max(4, (1000 * remaining()) / audio.playbackRate))
      void pump()
    }

    function advance() {
      if (next && writer.bufferedUntil(next.offset)) {
        current = next
        next = null
        onAdvance()
      } else if (isNextRemoved && !audio.ended) {
        isNextRemoved = false
        onEnded()
        if (!isClosed) audio.pause()
      }
    }

    const events = ['timeupdate', 'playing', 'seeked', 'ratechange'] as const
    for (const event of events) audio.addEventListener(event, update)
    audio.addEventListener('waiting', onWaiting)

    function close() {
      isClosed = true
      clearTimeout(timer)
      reading.abort()
      for (const event of events) audio.removeEventListener(event, update)
      audio.removeEventListener('waiting', onWaiting)
    }

    const stream: Stream = {
      url: () => current.url,
      offset: () => current.offset,
      seek(seconds) {
        startAt = seconds
        retryAt = 0
        if (!current.index || writer.bufferedUntil(current.offset + seconds)) return
        next = null
        isNextRemoved = false
        stopReading()
        current.at = fragmentAt(current.index, seconds)
        current.read = firstRead
        void writer.remove(0)
        void writer.setWindow(current.offset, endOf(current)).then(pump)
      },
      setNext(url) {
        nextUrl = url
        if (next && next.url !== url) return removeNext()
        if (!url && isComplete(current)) void writer.end()
        if (url && !next && !isLate()) void writer.reopen()
        void pump()
      },
      close,
    }
    void pump()
    return stream
  }
}

/** The first byte of the fragment with this time. */
function fragmentAt({ fragments }: RenditionIndex, seconds: number): number {
  return fragments.findLast(({ start }) => start <= seconds)?.from ?? 0
}
