import { z } from 'zod'
import { id, optionalSingleLine, time } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { track } from './tracks.ts'

/** What a user plays, on all their devices: no one else can read it. */

const seconds = z
  .number({ error: 'Position must be a number of seconds' })
  .min(0, 'Position must not be negative')
  .max(1_000_000, 'Position is too large')
const index = z.int({ error: 'Index must be a whole number' }).min(-1, 'Index is out of range')
const repeat = z.enum(['off', 'all', 'one'], { error: 'Repeat must be off, all or one' })
const original = z
  .array(z.int().min(0))
  .max(limits.maxSavedQueueTracks)
  .nullable()
  .describe('While shuffled: indexes in `tracks`, in the original order.')
const resumePositions = z
  .array(z.strictObject({ trackId: id, position: seconds }))
  .max(limits.maxResumePositions, `At most ${limits.maxResumePositions} positions are saved`)
  .describe('Where to resume long tracks, the last played first.')
const ids = z
  .array(id)
  .max(
    limits.maxSavedQueueTracks,
    `At most ${limits.maxSavedQueueTracks} tracks of a queue are saved`,
  )

const shared = {
  deviceId: id.nullable().describe('The browser profile that has saved it.'),
  playing: z.boolean(),
  position: seconds,
  index: index.describe('Of the current track; -1 without one.'),
  original,
  source: optionalSingleLine('Source', limits.maxTitleLength).describe('The name of the list.'),
  repeat,
  resume: resumePositions,
}

const version = z
  .int({ error: 'Version must be a whole number' })
  .min(0, 'Version must not be negative')
  .max(2_147_483_646, 'Version is too large')

const newState = z
  .strictObject({
    version: version.describe('The version that was last read; 0 if nothing is saved yet.'),
    ...shared,
    tracks: ids.describe('The list, around the current track, in the order in which it plays.'),
    added: ids.describe('What was queued manually and comes first.'),
  })
  .refine(
    ({ tracks, added }) => tracks.length + added.length <= limits.maxSavedQueueTracks,
    `At most ${limits.maxSavedQueueTracks} tracks of a queue are saved`,
  )
  .refine(({ tracks, index }) => index < tracks.length, 'Index is out of range')
  .refine(
    ({ tracks, original }) => original === null || isPermutation(original, tracks.length),
    'The original order must have every track once',
  )
  .meta({ id: 'NewPlayerState' })
export type NewPlayerState = z.infer<typeof newState>

function isPermutation(order: number[], length: number): boolean {
  return order.length === length && new Set(order).size === length && order.every((i) => i < length)
}

const playerState = z
  .strictObject({
    version,
    updatedAt: time.nullable().describe('Null if nothing is saved yet.'),
    ...shared,
    source: z.string().nullable(),
    tracks: z.array(track),
    added: z.array(track),
    dropped: z.int().describe('Entries left out because the caller may not see them any more.'),
  })
  .meta({ id: 'PlayerState' })
export type SavedPlayerState = z.infer<typeof playerState>

export const getPlayerState = defineRoute(routes.getPlayerState, {
  summary:
    "The caller's queue and position on all devices. Tracks that are gone or hidden are left out.",
  access: 'signed-in',
  responses: { 200: playerState },
})

export const savePlayerState = defineRoute(routes.savePlayerState, {
  summary:
    'Saves queue and position, and raises the version. 409 if another device has saved since the version that was read.',
  access: 'signed-in',
  body: newState,
  responses: { 200: z.strictObject({ version }) },
  errorStatuses: [409],
})

const startedTrack = z.strictObject({ track, position: seconds }).meta({ id: 'StartedTrack' })
export type StartedTrack = z.infer<typeof startedTrack>

export const listStartedTracks = defineRoute(routes.listStartedTracks, {
  summary: 'The long tracks that the caller has not heard to the end, the last played first.',
  access: 'signed-in',
  responses: { 200: z.array(startedTrack) },
})
