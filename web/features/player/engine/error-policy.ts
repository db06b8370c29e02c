import { loadError, type ProbeResult } from './fetch-audio.ts'

/** Decides what to do when audio fails or stalls. */

export type PlaybackError = {
  /** The server's response to a request for the file. */
  probe: ProbeResult
  /** The audio element failed, it stalled, or the player was reconnecting. */
  cause: 'failed' | 'stalled' | 'reconnecting'
  /** Neither paused nor stopped. */
  shouldPlay: boolean
  /** The track was playing, or followed one that was. */
  wasPlaying: boolean
  /** Restored from an earlier visit and not played since. */
  restored: boolean
  /** The queue advanced to the track: the listener did not choose it. */
  queued: boolean
  /** The element could not decode the data. */
  undecodable: boolean
  /** The position advanced after the failure: Firefox plays on without a sound device. */
  advanced: boolean
  /** The element does not know the format, or got no data at all. */
  unsupported: boolean
  /** No data for so long that the connection must be dead. */
  timedOut: boolean
  /** The track has another format to try. */
  hasFallback: boolean
}

export type RecoveryAction =
  | { type: 'fail'; message: string; error?: Error }
  | { type: 'reconnect' }
  /** The track is gone: continues with the next one, or fails without one. */
  | { type: 'remove'; message: string }
  /** Retries once, then continues with the next track, or fails without one; `detail` says why. */
  | { type: 'skip'; message: string; detail: string }
  | { type: 'restart' }
  /** Continues in the next format. */
  | { type: 'fallback' }
  | { type: 'ignore' }

export function recoveryAction(failure: PlaybackError): RecoveryAction {
  const { probe, shouldPlay, wasPlaying } = failure
  if (failure.hasFallback && isFormatFailure(failure)) return { type: 'fallback' }
  if (probe.kind === 'available') return shouldPlay ? whenAvailable(failure) : { type: 'ignore' }
  const isTemporary = probe.kind === 'unreachable' || temporaryStatuses.has(probe.status)
  if (isTemporary && !shouldPlay) return { type: 'ignore' }
  if (isTemporary && wasPlaying) return { type: 'reconnect' }
  if (isGone(failure) && (failure.queued || failure.restored))
    return { type: 'remove', message: 'This track is no longer available' }
  return { type: 'fail', message: 'Failed to load track', error: errorToLog(probe) }
}

const isGone = ({ probe }: PlaybackError) => probe.kind === 'rejected' && probe.status === 404

function isFormatFailure(failure: PlaybackError): boolean {
  const { probe, cause, advanced } = failure
  if (probe.kind === 'rejected') return isGone(failure)
  const isUnplayable = failure.undecodable || failure.unsupported
  return probe.kind === 'available' && cause === 'failed' && isUnplayable && !advanced
}

/** Responses of a reverse proxy whose upstream is down. */
const temporaryStatuses = new Set([502, 503, 504])

function whenAvailable({
  cause,
  wasPlaying,
  advanced,
  undecodable,
  unsupported,
  timedOut,
}: PlaybackError): RecoveryAction {
  if (cause === 'reconnecting') return { type: 'restart' }
  if (cause === 'stalled') return { type: timedOut ? 'restart' : 'ignore' }
  if (advanced) return { type: 'ignore' }
  if (unsupported)
    return {
      type: 'skip',
      message: 'Audio playback failed',
      detail: 'Your browser cannot play this format.',
    }
  if (wasPlaying && !undecodable) return { type: 'restart' }
  return { type: 'fail', message: 'Audio playback failed' }
}

function errorToLog(probe: Exclude<ProbeResult, { kind: 'available' }>): Error {
  if (probe.kind === 'rejected') return loadError(probe)
  return new Error('Failed to load audio: the server is unreachable')
}
