import { type Finding, failedToLoad } from './fetch-audio.ts'

/** What to do when the sound does not come, from what was found out about it. */

export type Trouble = {
  finding: Finding
  /** The element gave up, it waits for data, or we were waiting for the network. */
  cause: 'failed' | 'stalled' | 'waiting'
  /** Somebody wants to hear it now. */
  wanted: boolean
  /** Sound was there when the trouble began, or was to go on with the next track. */
  wasGoing: boolean
  /** It came from an earlier visit and was not played since. */
  restored: boolean
  /** The element could not make sense of the bytes. */
  undecodable: boolean
  /** No byte has come for so long that the connection must be dead. */
  stuck: boolean
}

export type Verdict =
  | { act: 'tell'; error: string; problem?: Error }
  | { act: 'wait' }
  | { act: 'restart' }
  | { act: 'nothing' }

export function verdictOn(trouble: Trouble): Verdict {
  const { finding, wanted, wasGoing } = trouble
  if (finding.kind === 'there') return wanted ? whenThere(trouble) : { act: 'nothing' }
  const isAway = finding.kind === 'unreachable' || awayStatuses.has(finding.status)
  if (isAway && !wanted) return { act: 'nothing' }
  if (isAway && wasGoing) return { act: 'wait' }
  return { act: 'tell', error: errorFor(trouble), problem: problemOf(finding) }
}

/** Answers of a proxy whose server is away for a moment. */
const awayStatuses = new Set([502, 503, 504])

function whenThere({ cause, wasGoing, undecodable, stuck }: Trouble): Verdict {
  if (cause === 'waiting') return { act: 'restart' }
  if (cause === 'stalled') return { act: stuck ? 'restart' : 'nothing' }
  if (wasGoing && !undecodable) return { act: 'restart' }
  return { act: 'tell', error: 'Audio playback failed' }
}

function errorFor({ finding, restored }: Trouble): string {
  const isGone = finding.kind === 'refused' && finding.status === 404
  return restored && isGone ? 'This track is no longer available' : 'Failed to load track'
}

function problemOf(finding: Exclude<Finding, { kind: 'there' }>): Error {
  if (finding.kind === 'refused') return failedToLoad(finding)
  return new Error('Failed to load audio: the server cannot be reached')
}
