import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/library.ts'
import { listens, tracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const titles = (list: { title: string }[]) => list.map(({ title }) => title)

/** A user of their own, so that tests do not see the libraries of others. */
async function newUser() {
  const user = await makeUser(site.db)
  return { user, call: await site.as(user) }
}

/** The items on each page, following the links. */
async function pagesOf<Item>(call: Caller, path: string): Promise<Item[][]> {
  const pages: Item[][] = []
  for (let next: string | undefined = path; next; ) {
    const response = await call('GET', next)
    expect(response.status).toBe(200)
    pages.push((await response.json()) as Item[])
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}

async function errorOf(call: Caller, method: string, path: string, body?: unknown) {
  const response = await call(method, path, body === undefined ? {} : { body })
  return [response.status, ((await response.json()) as { message: string }).message]
}

const wrongCursor = [400, 'The cursor does not belong to this list.']

const listen = async (call: Caller, trackId: string) =>
  (await call('POST', '/api/library/history', { body: { trackId } })).status
const history = async (call: Caller) =>
  (await pagesOf<HistoryEntry>(call, '/api/library/history?limit=1')).flat()
const listened = async (call: Caller) => titles((await history(call)).map(({ track }) => track))

test('history: a track appears once a day, at its last listen, and only to its owner', async () => {
  const { user, call } = await newUser()
  const first = await makeTrack(site.db, site.owner.id, { title: 'First' })
  const second = await makeTrack(site.db, site.owner.id, { title: 'Second', privacy: 'unlisted' })
  await site.db
    .insert(listens)
    .values({ userId: user.id, trackId: first.id, day: '2026-01-01', listenedAt: at(0) })
  for (const { id } of [first, second, first]) expect(await listen(call, id)).toBe(204)
  expect(await listened(call)).toEqual(['First', 'Second', 'First'])
  expect((await history(call)).at(-1)?.heardAt).toBe(at(0).toISOString())
  expect(await listened(site.asOwner)).toEqual([])
  const path = '/api/library/history?cursor=nonsense'
  expect(await errorOf(call, 'GET', path)).toEqual(wrongCursor)
})

test('history: a listen that arrives late is dated when it was heard, within a day', async () => {
  const { call } = await newUser()
  const track = await makeTrack(site.db, site.owner.id)
  const record = (secondsAgo: number) =>
    errorOf(call, 'POST', '/api/library/history', { trackId: track.id, secondsAgo })
  const dayAgo = 24 * 60 * 60
  expect(await record(-1)).toEqual([400, 'A listen cannot be in the future'])
  expect(await record(dayAgo + 1)).toEqual([400, 'A listen can be recorded within a day'])
  const before = Date.now()
  await call('POST', '/api/library/history', { body: { trackId: track.id, secondsAgo: dayAgo } })
  const [entry] = await history(call)
  const heardAt = Date.parse(entry?.heardAt ?? '') + dayAgo * 1000
  expect(heardAt).toBeGreaterThanOrEqual(before - 1)
  expect(heardAt).toBeLessThanOrEqual(Date.now() + 1)
})

test('history: a late listen does not replace a later one of the same day', async () => {
  const { call } = await newUser()
  const track = await makeTrack(site.db, site.owner.id)
  await listen(call, track.id)
  const [newest] = await history(call)
  await call('POST', '/api/library/history', { body: { trackId: track.id, secondsAgo: 1 } })
  // A second ago may have been another day.
  expect((await history(call))[0]).toEqual(newest)
})

test('history: clearing it deletes all entries of its owner and no others', async () => {
  const [{ call }, other] = [await newUser(), await newUser()]
  const { id } = await makeTrack(site.db, site.owner.id, { title: 'Heard' })
  await listen(call, id)
  await listen(other.call, id)
  expect((await call('DELETE', '/api/library/history')).status).toBe(204)
  expect(await listened(call)).toEqual([])
  expect(await listened(other.call)).toEqual(['Heard'])
})

test('history: a listen from before it was cleared, or while it was off, is not recorded later', async () => {
  const { call } = await newUser()
  const track = await makeTrack(site.db, site.owner.id, { title: 'Late' })
  const listen = async (secondsAgo: number) =>
    (await call('POST', '/api/library/history', { body: { trackId: track.id, secondsAgo } })).status
  await call('DELETE', '/api/library/history')
  expect(await listen(60)).toBe(204)
  expect(await listened(call)).toEqual([])
  expect(await listen(0)).toBe(204)
  expect(await listened(call)).toEqual(['Late'])

  const { call: other } = await newUser()
  for (const enabled of [false, true])
    await other('PUT', '/api/library/history-enabled', { body: { enabled } })
  await other('POST', '/api/library/history', { body: { trackId: track.id, secondsAgo: 60 } })
  expect(await listened(other)).toEqual([])
})

test('history: switched off, old entries stay and nothing is added', async () => {
  const { call } = await newUser()
  const first = await makeTrack(site.db, site.owner.id, { title: 'Before' })
  const second = await makeTrack(site.db, site.owner.id, { title: 'After' })
  const enable = async (enabled: boolean) =>
    (await call('PUT', '/api/library/history-enabled', { body: { enabled } })).json()
  const isEnabled = async () =>
    ((await (await call('GET', '/api/library')).json()) as { historyEnabled: boolean })
      .historyEnabled
  await listen(call, first.id)
  expect(await isEnabled()).toBe(true)
  expect(await enable(false)).toEqual({ enabled: false })
  expect(await isEnabled()).toBe(false)
  expect(await listen(call, second.id)).toBe(204)
  expect(await listened(call)).toEqual(['Before'])
  await enable(true)
  await listen(call, second.id)
  expect(await listened(call)).toEqual(['After', 'Before'])
  const invalid = await errorOf(call, 'PUT', '/api/library/history-enabled', { enabled: 'no' })
  expect(invalid).toEqual([400, 'Enabled must be true or false'])
})

test('history: hidden and unknown tracks cannot be recorded, and those that become private vanish', async () => {
  const { call } = await newUser()
  const hidden = await makeTrack(site.db, site.owner.id, { privacy: 'private' })
  expect(await listen(call, hidden.id)).toBe(404)
  expect(await listen(call, '0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b')).toBe(404)
  expect(await listen(call, 'x')).toBe(400)
  await site.db.update(tracks).set({ privacy: 'public' }).where(eq(tracks.id, hidden.id))
  await listen(call, hidden.id)
  expect(await listened(call)).toHaveLength(1)
  await site.db.update(tracks).set({ privacy: 'private' }).where(eq(tracks.id, hidden.id))
  expect(await listened(call)).toEqual([])
})
