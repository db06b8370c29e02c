import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ReportedItem } from '#contract/reports.ts'
import { reportedItems, reports, tracks, users } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite({ env: { RATE_LIMIT_SCALE: '1' } })

type Report = { kind: string; id: string; reason?: string; text?: unknown }

async function send(call: Caller, { kind, id, reason = 'spam', text }: Report) {
  const response = await call('POST', '/api/reports', { body: { kind, id, reason, text } })
  const { message } = (await response.json()) as { message?: string }
  return message === undefined ? response.status : [response.status, message]
}

async function newUser() {
  return site.as(await makeUser(site.db))
}

async function list(state: 'open' | 'decided'): Promise<ReportedItem[]> {
  const response = await site.asAdministrator('GET', `/api/admin/reports?state=${state}`)
  return (await response.json()) as ReportedItem[]
}

async function findItem(targetId: string, state: 'open' | 'decided' = 'open') {
  return (await list(state)).find(({ track, playlist, user, kind }) =>
    [track?.id, playlist?.id, kind === 'user' && user.id].includes(targetId),
  )
}

async function decide(id: string, body: unknown = { decision: 'dismiss' }) {
  return (await site.asAdministrator('POST', `/api/admin/reports/${id}/decision`, { body })).status
}
const undo = async (id: string) =>
  (await site.asAdministrator('DELETE', `/api/admin/reports/${id}/decision`)).status
const countOpen = async () =>
  (await (await site.asAdministrator('GET', '/api/admin/reports/count')).json()) as {
    open: number
  }

test('reports: an item can be reported once per user, and reports are grouped by item', async () => {
  const owner = await makeUser(site.db)
  const track = await makeTrack(site.db, owner.id)
  const playlist = await makePlaylist(site.db, owner.id)
  const [first, second] = [await newUser(), await newUser()]
  const before = (await countOpen()).open
  const text = ' Mine since 2019.\nSee my site. '
  expect(await send(first, { kind: 'track', id: track.id, reason: 'copyright', text })).toBe(201)
  expect(await send(second, { kind: 'track', id: track.id })).toBe(201)
  expect(await send(first, { kind: 'playlist', id: playlist.id })).toBe(201)
  expect(await send(first, { kind: 'user', id: owner.id })).toBe(201)
  expect(await send(first, { kind: 'track', id: track.id, reason: 'other' })).toEqual([
    409,
    'You have already reported this.',
  ])
  expect((await countOpen()).open).toBe(before + 3)
  const item = await findItem(track.id)
  expect(item).toMatchObject({
    kind: 'track',
    isOpen: true,
    track: { id: track.id },
    playlist: null,
    user: { id: owner.id },
    reportCount: 2,
    decisions: [],
  })
  expect(item?.reports.map(({ reason, text }) => [reason, text])).toEqual([
    ['spam', null],
    ['copyright', 'Mine since 2019.\nSee my site.'],
  ])
  expect(await findItem(playlist.id)).toMatchObject({ kind: 'playlist', user: { id: owner.id } })
  expect(await findItem(owner.id)).toMatchObject({ kind: 'user', track: null, playlist: null })
})

test('reports: own content gets 403, missing or private content 404, and invalid input 400', async () => {
  const owner = await makeUser(site.db)
  const asOwner = await site.as(owner)
  const track = await makeTrack(site.db, owner.id, { privacy: 'private' })
  const own = [403, 'You cannot report what is yours.']
  expect(await send(asOwner, { kind: 'track', id: track.id })).toEqual(own)
  expect(await send(asOwner, { kind: 'user', id: owner.id })).toEqual(own)
  const other = await newUser()
  expect(await send(other, { kind: 'track', id: track.id })).toEqual([404, 'Track not found'])
  expect(await send(other, { kind: 'playlist', id: track.id })).toEqual([404, 'Playlist not found'])
  expect(await send(other, { kind: 'user', id: randomUUID() })).toEqual([404, 'User not found'])
  const target = { kind: 'user', id: owner.id }
  expect(await send(other, { ...target, reason: 'boring' })).toEqual([
    400,
    'Please choose a reason',
  ])
  expect(await send(other, { ...target, text: 'x'.repeat(1001) })).toEqual([
    400,
    'Text must be less than 1000 characters',
  ])
  expect(await send(other, { ...target, text: 'x'.repeat(1000) })).toBe(201)
})

test('reports: ten an hour are accepted, and only accepted ones count', async () => {
  const reporter = await newUser()
  const all = await Promise.all(
    Array.from({ length: 12 }, async () => (await makeTrack(site.db, site.owner.id)).id),
  )
  const [first = '', ...others] = all
  expect(await send(reporter, { kind: 'track', id: first })).toBe(201)
  for (let i = 0; i < 3; i += 1) {
    expect(await send(reporter, { kind: 'track', id: first })).toEqual([409, expect.any(String)])
    expect(await send(reporter, { kind: 'track', id: randomUUID() })).toEqual([
      404,
      expect.any(String),
    ])
  }
  const statuses = await Promise.all(others.map((id) => send(reporter, { kind: 'track', id })))
  expect(statuses.filter((status) => status === 201)).toHaveLength(9)
  expect(statuses.find((status) => status !== 201)).toEqual([
    429,
    'You have sent many reports. Please try again later.',
  ])
})

test('reports: a dismissed item leaves the queue, until that is undone or it is reported again', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  await send(await newUser(), { kind: 'track', id: track.id })
  const { id = '' } = (await findItem(track.id)) ?? {}
  expect(await undo(id)).toBe(409)
  const statuses = await Promise.all([1, 2, 3, 4].map(() => decide(id)))
  expect(statuses.sort()).toEqual([200, 409, 409, 409])
  expect(await findItem(track.id)).toBeUndefined()
  expect((await findItem(track.id, 'decided'))?.decisions).toMatchObject([
    { decision: 'dismiss', actor: { id: site.administrator.id }, undoneAt: null },
  ])
  expect((await Promise.all([undo(id), undo(id)])).sort()).toEqual([200, 409])
  expect((await findItem(track.id))?.decisions[0]?.undoneAt).toBeTruthy()
  expect(await decide(id, { decision: 'dismiss', reason: 'It is theirs.' })).toBe(200)
  expect(await send(await newUser(), { kind: 'track', id: track.id })).toBe(201)
  const reopened = await findItem(track.id)
  expect(reopened?.reportCount).toBe(2)
  expect(reopened?.decisions.map(({ reason }) => reason)).toEqual(['It is theirs.', null])
  expect(await decide(randomUUID())).toBe(404)
})

test('reports: they are deleted with what was reported, and stay without a name if the reporter leaves', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const reporter = await makeUser(site.db)
  await send(await site.as(reporter), { kind: 'track', id: track.id })
  await site.db.delete(users).where(eq(users.id, reporter.id))
  const item = await findItem(track.id)
  expect(item?.reports).toMatchObject([{ reason: 'spam', reporter: null }])
  await site.db.delete(tracks).where(eq(tracks.id, track.id))
  const id = item?.id ?? ''
  expect(await site.db.$count(reportedItems, eq(reportedItems.id, id))).toBe(0)
  expect(await site.db.$count(reports, eq(reports.itemId, id))).toBe(0)
})

test('reports: the queue has pages, the last reported first', async () => {
  const ids: string[] = []
  for (let i = 0; i < 3; i += 1) {
    const track = await makeTrack(site.db, site.owner.id)
    await send(await newUser(), { kind: 'track', id: track.id })
    ids.unshift(track.id)
  }
  const seen: (string | undefined)[] = []
  let next: string | undefined = '/api/admin/reports?limit=1'
  while (next && seen.length < 3) {
    const page = await site.asAdministrator('GET', next)
    const items = (await page.json()) as ReportedItem[]
    seen.push(...items.map(({ track }) => track?.id))
    next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(ids)
})
