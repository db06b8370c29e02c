import { describe, expect, it } from 'vitest'
import { type Trouble, verdictOn } from './error-policy.ts'

const there = { kind: 'there' } as const
const unreachable = { kind: 'unreachable' } as const
const refused = (status: number, statusText = '') =>
  ({ kind: 'refused', status, statusText }) as const

function verdict(trouble: Partial<Trouble>) {
  const usual = { wanted: true, wasGoing: false, restored: false, undecodable: false, stuck: false }
  return verdictOn({ finding: there, cause: 'failed', ...usual, ...trouble })
}

describe('a track that does not load', () => {
  it.each([
    [404, 'Not Found'],
    [500, 'Internal Server Error'],
    [503, 'Service Unavailable'],
  ])('with status %d is told, and the status logged', (status, statusText) => {
    expect(verdict({ finding: refused(status, statusText) })).toEqual({
      act: 'tell',
      error: 'Failed to load track',
      problem: new Error(`Failed to load audio: ${status} ${statusText}`),
    })
  })
  it('because nobody answers is told too', () => {
    expect(verdict({ finding: unreachable })).toMatchObject({ error: 'Failed to load track' })
  })
  it('though the server has it is at fault itself', () => {
    expect(verdict({})).toEqual({ act: 'tell', error: 'Audio playback failed' })
  })
  it('from an earlier visit is gone', () => {
    const trouble = { finding: refused(404), restored: true, wanted: false }
    expect(verdict(trouble)).toMatchObject({ error: 'This track is no longer available' })
  })
})

describe('sound that breaks off', () => {
  const wasGoing = true
  it('waits while the server cannot be reached or is away behind its proxy', () => {
    expect(verdict({ wasGoing, finding: unreachable })).toEqual({ act: 'wait' })
    for (const status of [502, 503, 504])
      expect(verdict({ wasGoing, finding: refused(status) })).toEqual({ act: 'wait' })
  })
  it('does not wait for what is gone', () => {
    expect(verdict({ wasGoing, finding: refused(404) })).toMatchObject({ act: 'tell' })
  })
  it('goes on when the server is back, or was only gone for a moment', () => {
    expect(verdict({ wasGoing, cause: 'waiting' })).toEqual({ act: 'restart' })
    expect(verdict({ wasGoing })).toEqual({ act: 'restart' })
  })
  it('is told when the file is at fault', () => {
    expect(verdict({ wasGoing, undecodable: true })).toMatchObject({
      error: 'Audio playback failed',
    })
  })
  it('is left alone while bytes still come, and begun anew when none do', () => {
    expect(verdict({ wasGoing, cause: 'stalled' })).toEqual({ act: 'nothing' })
    expect(verdict({ wasGoing, cause: 'stalled', stuck: true })).toEqual({ act: 'restart' })
  })
  it('bothers nobody who has paused it', () => {
    const wanted = false
    expect(verdict({ wasGoing, wanted, finding: unreachable })).toEqual({ act: 'nothing' })
    expect(verdict({ wasGoing, wanted })).toEqual({ act: 'nothing' })
  })
})
