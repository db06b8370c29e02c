import { expect, test } from 'vitest'
import { type PlaybackError, recoveryAction } from './error-policy.ts'

const available = { kind: 'available' } as const
const unreachable = { kind: 'unreachable' } as const
const rejected = (status: number, statusText = '') =>
  ({ kind: 'rejected', status, statusText }) as const

function actionFor(overrides: Partial<PlaybackError>) {
  return recoveryAction({
    probe: available,
    cause: 'failed',
    shouldPlay: true,
    wasPlaying: false,
    restored: false,
    queued: false,
    advanced: false,
    undecodable: false,
    unsupported: false,
    timedOut: false,
    hasFallback: false,
    ...overrides,
  })
}

test.each([
  [404, 'Not Found'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
])(
  'error policy: a track rejected with status %d fails, and the status is logged',
  (status, statusText) => {
    expect(actionFor({ probe: rejected(status, statusText) })).toEqual({
      type: 'fail',
      message: 'Failed to load track',
      error: new Error(`Failed to load audio: ${status} ${statusText}`),
    })
  },
)
test('error policy: a track fails when the server is unreachable', () => {
  expect(actionFor({ probe: unreachable })).toMatchObject({ message: 'Failed to load track' })
})
test('error policy: a track that the server has but that does not play fails', () => {
  expect(actionFor({})).toEqual({ type: 'fail', message: 'Audio playback failed' })
})
test('error policy: a restored or queued track that was deleted is removed', () => {
  const remove = { type: 'remove', message: 'This track is no longer available' }
  const gone = { probe: rejected(404) }
  expect(actionFor({ ...gone, restored: true, shouldPlay: false })).toEqual(remove)
  expect(actionFor({ ...gone, queued: true, wasPlaying: true })).toEqual(remove)
  expect(actionFor({ probe: rejected(500), queued: true })).toMatchObject({ type: 'fail' })
})

const wasPlaying = true
test('error policy: playback reconnects while the server is unreachable or down behind its proxy', () => {
  expect(actionFor({ wasPlaying, probe: unreachable })).toEqual({ type: 'reconnect' })
  for (const status of [502, 503, 504])
    expect(actionFor({ wasPlaying, probe: rejected(status) })).toEqual({ type: 'reconnect' })
})
test('error policy: playback does not reconnect to a deleted track', () => {
  expect(actionFor({ wasPlaying, probe: rejected(404) })).toMatchObject({ type: 'fail' })
})
test('error policy: playback restarts when the server is back', () => {
  expect(actionFor({ wasPlaying, cause: 'reconnecting' })).toEqual({ type: 'restart' })
  expect(actionFor({ wasPlaying })).toEqual({ type: 'restart' })
})
test('error policy: a file that cannot be decoded fails', () => {
  expect(actionFor({ wasPlaying, undecodable: true })).toMatchObject({
    message: 'Audio playback failed',
  })
})
test('error policy: a stalled track restarts only when no more data arrives', () => {
  expect(actionFor({ wasPlaying, cause: 'stalled' })).toEqual({ type: 'ignore' })
  expect(actionFor({ wasPlaying, cause: 'stalled', timedOut: true })).toEqual({ type: 'restart' })
})
test('error policy: failures of a paused track are ignored', () => {
  const shouldPlay = false
  expect(actionFor({ wasPlaying, shouldPlay, probe: unreachable })).toEqual({ type: 'ignore' })
  expect(actionFor({ wasPlaying, shouldPlay })).toEqual({ type: 'ignore' })
})

test.each([
  ['cannot be decoded', { undecodable: true }],
  ['is unknown to the browser', { unsupported: true }],
  ['is gone from the server', { probe: rejected(404) }],
])('error policy: a format that %s falls back to the next one', (_, failure) => {
  expect(actionFor({ ...failure, hasFallback: true })).toEqual({ type: 'fallback' })
  expect(actionFor(failure)).not.toEqual({ type: 'fallback' })
})

test('error policy: a lost connection is no reason to change the format', () => {
  const failure = { probe: unreachable, unsupported: true, wasPlaying: true, hasFallback: true }
  expect(actionFor(failure)).toEqual({ type: 'reconnect' })
})
