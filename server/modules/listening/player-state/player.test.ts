import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { NewPlayerState, SavedPlayerState, StartedTrack } from '#contract/player.ts'
import { playerStates, tracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

const path = '/api/player/state'
const conflictMessage = 'Your queue was changed on another device. Load it again first.'

function newState(overrides: Partial<NewPlayerState> = {}): NewPlayerState {
  return {
    version: 0,
    deviceId: randomUUID(),
    playing: true,
    position: 12.5,
    tracks: [],
    index: -1,
    added: [],
    original: null,
    source: 'Most Recent',
    repeat: 'all',
    resume: [],
    ...overrides,
  }
}

async function newUser() {
  const user = await makeUser(site.db)
  return { user, call: await site.as(user) }
}

async function makeTracks(count: number) {
  const made = []
  for (let i = 0; i < count; i += 1) made.push((await makeTrack(site.db, site.owner.id)).id)
  return made
}

const read = async (call: Caller) => (await (await call('GET', path)).json()) as SavedPlayerState
async function save(call: Caller, body: unknown) {
  const response = await call('PUT', path, { body })
  return [response.status, await response.json()] as [number, { message?: string }]
}
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)

test('player state: nothing is saved at first, and what is saved is read with its tracks', async () => {
  const { call } = await newUser()
  expect(await read(call)).toMatchObject({ version: 0, updatedAt: null, tracks: [], index: -1 })
  const [a, b, c] = (await makeTracks(3)) as [string, string, string]
  const state = newState({
    tracks: [b, a],
    index: 1,
    added: [c],
    original: [1, 0],
    resume: [{ trackId: a, position: 754 }],
  })
  expect(await save(call, state)).toEqual([200, { version: 1 }])
  const saved = await read(call)
  expect(saved).toMatchObject({
    version: 1,
    deviceId: state.deviceId,
    playing: true,
    position: 12.5,
    index: 1,
    original: [1, 0],
    source: 'Most Recent',
    repeat: 'all',
    resume: [{ trackId: a, position: 754 }],
    dropped: 0,
  })
  expect([idsOf(saved.tracks), idsOf(saved.added)]).toEqual([[b, a], [c]])
})

test('player state: of two devices that write at once, one gets 409 and the state never goes back', async () => {
  const { call } = await newUser()
  for (let version = 0; version < 3; version += 1) {
    const writes = [1, 2, 3, 4].map((position) => save(call, newState({ version, position })))
    const statuses = (await Promise.all(writes)).map(([status]) => status)
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
    expect((await read(call)).version).toBe(version + 1)
  }
  expect(await save(call, newState({ version: 1 }))).toEqual([409, { message: conflictMessage }])
  expect((await read(call)).version).toBe(3)
})

test('player state: a write whose response was lost gets 409, and reading shows that it was saved', async () => {
  const { call } = await newUser()
  const state = newState({ tracks: await makeTracks(1), index: 0, position: 99 })
  await save(call, state)
  expect((await save(call, state))[0]).toBe(409)
  const { version, deviceId, position } = await read(call)
  expect({ version, deviceId, position }).toEqual({
    version: 1,
    deviceId: state.deviceId,
    position: 99,
  })
  expect((await save(call, { ...state, version }))[0]).toBe(200)
})

test('player state: a version from the future gets 409, also if nothing is saved', async () => {
  const { call } = await newUser()
  expect(await save(call, newState({ version: 7 }))).toEqual([409, { message: conflictMessage }])
  expect((await read(call)).version).toBe(0)
})

test('player state: bad input gets 400 with a sentence, also 10 MB of it', async () => {
  const { call } = await newUser()
  const many = Array.from({ length: 1001 }, () => randomUUID())
  const message = async (body: unknown) => {
    const [status, { message }] = await save(call, body)
    return [status, message]
  }
  const tooMany = [400, 'At most 1000 tracks of a queue are saved']
  expect(await message(newState({ tracks: many }))).toEqual(tooMany)
  expect(await message(newState({ tracks: many.slice(1), added: many.slice(0, 1) }))).toEqual(
    tooMany,
  )
  expect(await message(newState({ index: 0 }))).toEqual([400, 'Index is out of range'])
  expect(await message(newState({ tracks: many.slice(0, 2), original: [0, 0] }))).toEqual([
    400,
    'The original order must have every track once',
  ])
  expect(await message(newState({ version: -1 }))).toEqual([400, 'Version must not be negative'])
  expect(await message({ ...newState(), source: 'x'.repeat(10_000_000) })).toEqual([
    400,
    'This queue is too large to be saved.',
  ])
  expect((await save(call, newState({ tracks: many.slice(1), index: 999 })))[0]).toBe(200)
  // Ids of tracks that do not exist are left out.
  expect(await read(call)).toMatchObject({ tracks: [], index: -1, dropped: 1000 })
})

test('player state: deleted and hidden tracks are left out, and the queue continues with the next one', async () => {
  const { call } = await newUser()
  const [a, b, c, d] = (await makeTracks(4)) as [string, string, string, string]
  await save(
    call,
    newState({
      tracks: [a, b, c],
      index: 1,
      added: [d, a],
      original: [2, 1, 0],
      resume: [b, c].map((trackId) => ({ trackId, position: 700 })),
    }),
  )
  await site.db.delete(tracks).where(eq(tracks.id, b))
  await site.db.update(tracks).set({ privacy: 'private' }).where(eq(tracks.id, d))
  const saved = await read(call)
  expect([idsOf(saved.tracks), idsOf(saved.added)]).toEqual([[a, c], [a]])
  expect(saved).toMatchObject({ index: 1, position: 0, original: [1, 0], dropped: 2 })
  expect(saved.resume).toEqual([{ trackId: c, position: 700 }])
})

test('started tracks: those to resume are listed with their position, without what is hidden', async () => {
  const { call } = await newUser()
  const started = async () =>
    (await (await call('GET', '/api/player/started')).json()) as StartedTrack[]
  expect(await started()).toEqual([])
  const [a, b, c] = (await makeTracks(3)) as [string, string, string]
  const resume = [b, a, c].map((trackId) => ({ trackId, position: 700 }))
  await save(call, newState({ resume }))
  await site.db.update(tracks).set({ privacy: 'private' }).where(eq(tracks.id, a))
  expect((await started()).map(({ track, position }) => [track.id, position])).toEqual([
    [b, 700],
    [c, 700],
  ])
})

test('player state: it is deleted with the account and readable by its owner alone', async () => {
  const { user, call } = await newUser()
  await save(call, newState())
  expect((await read(site.asAdministrator)).version).toBe(0)
  const deletion = await site.asAdministrator('DELETE', `/api/users/${user.id}/admin`)
  expect(deletion.status).toBe(204)
  expect(await site.db.$count(playerStates, eq(playerStates.userId, user.id))).toBe(0)
})
