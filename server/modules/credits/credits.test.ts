import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { Credit, OwnCredit } from '#contract/credits.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

const creditsFor = async (call: Caller, path: string) => {
  const { credits } = (await (await call('GET', path)).json()) as { credits: Credit[] }
  return credits
}
const ownCredits = async (call: Caller, query = '') =>
  (await (await call('GET', `/api/account/credits${query}`)).json()) as OwnCredit[]
const decide = async (call: Caller, id: string, accepted: boolean) =>
  (await call('PUT', `/api/account/credits/${id}`, { body: { accepted } })).status
const outcome = async (response: Response) => [
  response.status,
  ((await response.json()) as { message?: string }).message,
]

/** A track that credits the other user for the cello, and its path. */
async function creditedTrack() {
  const { id, slug } = await makeTrack(site.db, site.owner.id, { audioBytes: 1000 })
  const cello = { role: 'Cello', name: 'Nara Bell', userId: site.otherUser.id }
  const credits = [cello, { role: 'Mastering', name: 'Jo' }]
  const response = await site.asOwner('PUT', `/api/tracks/${id}`, { body: { credits } })
  expect(response.status).toBe(200)
  const find = async () =>
    (await ownCredits(site.asOtherUser)).find(({ item }) => item.id === id)?.id ?? ''
  return { id, slug, path: `/api/tracks/slug/${slug}`, credits, creditId: await find() }
}

test('credits: a member is plain text until they accept, and again after they refuse', async () => {
  const { path, creditId } = await creditedTrack()
  const plain = [
    { role: 'Cello', name: 'Nara Bell' },
    { role: 'Mastering', name: 'Jo' },
  ]
  const [cello, mastering] = plain
  expect(await creditsFor(site.visitor, path)).toEqual(plain)
  expect(await decide(site.asOtherUser, creditId, true)).toBe(204)
  const { id: userId, username } = site.otherUser
  const linked = [{ ...cello, userId, username }, mastering]
  expect(await creditsFor(site.visitor, path)).toEqual(linked)
  expect(await decide(site.asOtherUser, creditId, false)).toBe(204)
  expect(await creditsFor(site.visitor, path)).toEqual(plain)
})

test('credits: the owner sees whom they have named, and what they decided', async () => {
  const { path, creditId } = await creditedTrack()
  const { id: userId, username } = site.otherUser
  const linked = { role: 'Cello', name: 'Nara Bell', userId, username }
  const [first] = await creditsFor(site.asOwner, path)
  expect(first).toEqual({ ...linked, status: 'pending' })
  await decide(site.asOtherUser, creditId, false)
  const [second] = await creditsFor(site.asOwner, path)
  expect(second).toEqual({ ...linked, status: 'refused' })
})

test('credits: saving them again keeps decisions, and another role needs a new one', async () => {
  const { id, path, credits, creditId } = await creditedTrack()
  await decide(site.asOtherUser, creditId, true)
  const save = (body: object) => site.asOwner('PUT', `/api/tracks/${id}`, { body })
  await save({ credits: credits.toReversed() })
  expect((await creditsFor(site.visitor, path))[1]).toMatchObject({ userId: site.otherUser.id })
  await save({ title: 'Renamed' })
  expect(await creditsFor(site.visitor, path)).toHaveLength(2)
  await save({ credits: [{ ...credits[0], role: 'Violin' }] })
  expect(await creditsFor(site.visitor, path)).toEqual([{ role: 'Violin', name: 'Nara Bell' }])
})

test('credits: a refusal while the owner saves is not overwritten', async () => {
  const { id, path, credits, creditId } = await creditedTrack()
  await decide(site.asOtherUser, creditId, true)
  const saving = await site.db.transaction(async (refusal) => {
    await refusal.execute(sql`update credits set status = 'refused' where id = ${creditId}`)
    const body = { credits: credits.toReversed() }
    const response = site.asOwner('PUT', `/api/tracks/${id}`, { body })
    await vi.waitFor(async () => {
      const { rows } = await refusal.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows).toHaveLength(1)
    })
    return { response }
  })
  expect((await saving.response).status).toBe(200)
  expect((await creditsFor(site.asOwner, path))[1]).toMatchObject({ status: 'refused' })
})

test('credits: a member lists those of what they may see, and decides only about their own', async () => {
  const { creditId, id, slug } = await creditedTrack()
  const [newest] = await ownCredits(site.asOtherUser, '?status=pending&limit=1')
  expect(newest).toMatchObject({
    ...{ id: creditId, role: 'Cello', status: 'pending' },
    item: { kind: 'track', id, slug, user: { id: site.owner.id } },
  })
  expect(await decide(site.asOwner, creditId, true)).toBe(404)
  await site.asOwner('PUT', `/api/tracks/${id}`, { body: { privacy: 'private' } })
  const listed = await ownCredits(site.asOtherUser)
  expect(listed.map((credit) => credit.id)).not.toContain(creditId)
})

test('credits: owners need not accept their own', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, [], { type: 'album' })
  const credits = [{ role: 'Producer', name: 'Ines', userId: site.owner.id }]
  await site.asOwner('PUT', `/api/playlists/${id}`, { body: { credits } })
  const { username } = site.owner
  const saved = credits.map((credit) => ({ ...credit, username }))
  expect(await creditsFor(site.visitor, `/api/playlists/${id}`)).toEqual(saved)
})

test('credits: they are saved with a new release', async () => {
  const credits = [{ role: 'Artwork', name: 'Jo' }]
  const body = { title: 'Tide Tables', type: 'album', credits }
  const response = await site.asOwner('POST', '/api/playlists', { body })
  const { id } = (await response.json()) as { id: string }
  expect(await creditsFor(site.visitor, `/api/playlists/${id}`)).toEqual(credits)
})

test('credits: of a deleted member the name stays', async () => {
  const { id } = await makeTrack(site.db, site.owner.id)
  const { id: userId } = await makeUser(site.db)
  const credits = [{ role: 'Vocals', name: 'Ada', userId }]
  await site.asOwner('PUT', `/api/tracks/${id}`, { body: { credits } })
  await site.asAdministrator('DELETE', `/api/users/${userId}/admin`)
  const left = await creditsFor(site.asOwner, `/api/tracks/slug/${id}`)
  expect(left).toEqual([{ role: 'Vocals', name: 'Ada' }])
})

const credit = { role: 'Cello', name: 'Nara' }
test.each([
  [[{ ...credit, role: ' ' }], 'Role is required'],
  [[{ role: 'Cello' }], 'Name is required'],
  [
    [{ ...credit, userId: '0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b' }],
    'A credited user does not exist',
  ],
  [Array(51).fill(credit), 'There can be 50 credits at most'],
  ['Nara', 'Credits must be a list'],
])('credits: invalid ones are rejected (%#)', async (credits, message) => {
  const { id } = await makeTrack(site.db, site.owner.id)
  const response = await site.asOwner('PUT', `/api/tracks/${id}`, { body: { credits } })
  expect(await outcome(response)).toEqual([400, message])
})

test.each([
  ['de-a12-26-00001', 'DEA122600001'],
  ['', null],
])('ISRC: %s is stored as %s', async (isrc, stored) => {
  const { id } = await makeTrack(site.db, site.owner.id)
  const response = await site.asOwner('PUT', `/api/tracks/${id}`, { body: { isrc } })
  expect(await response.json()).toMatchObject({ isrc: stored })
})

test.each(['DE-A12-26-0001', '12A122600001', 7])('ISRC: %s is rejected', async (isrc) => {
  const { id } = await makeTrack(site.db, site.owner.id)
  const response = await site.asOwner('PUT', `/api/tracks/${id}`, { body: { isrc } })
  expect(await outcome(response)).toEqual([
    400,
    'Please enter a valid ISRC, such as DE-A12-26-00001',
  ])
})

test('feeds: items and releases name who made them, with a link to members who accepted', async () => {
  const { id, creditId } = await creditedTrack()
  const album = await makePlaylist(site.db, site.owner.id, [id], { type: 'album' })
  const credits = [{ role: 'Artwork', name: 'Jo & Co' }]
  await site.asOwner('PUT', `/api/playlists/${album.id}`, { body: { credits } })
  const feed = async () => (await site.visitor('GET', `/playlist/${album.id}/feed.xml`)).text()
  const before = await feed()
  expect(before).toContain('<podcast:person role="Artwork">Jo &amp; Co</podcast:person>')
  expect(before).toContain('<podcast:person role="Cello">Nara Bell</podcast:person>')
  await decide(site.asOtherUser, creditId, true)
  expect(await feed()).toContain(
    `<podcast:person role="Cello" href="${site.config.publicUrl}/profile/${site.otherUser.username}">`,
  )
})
