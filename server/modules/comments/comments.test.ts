import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Comment, CommentOverview } from '#contract/comments.ts'
import { comments, tracks, users } from '#server/database/schema.ts'
import { type Caller, startTestApp } from '#server/testing/app.ts'
import { makeComment, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'

const site = setUpTestApp({ env: { COMMENTS: 'on', ADMIN_EMAILS: 'boss@example.org' } })
const db = () => site.postgres.db

async function makeFixtures() {
  const [artist, fan] = [await makeUser(db()), await makeUser(db())]
  const { id: trackId } = await makeTrack(db(), artist.id)
  const url = `/api/tracks/${trackId}/comments`
  const post = async (call: Caller, body: object) => {
    const response = await call('POST', url, { body })
    expect(response.status).toBe(201)
    return (await response.json()) as Comment
  }
  const list = async (call: Caller, query = '') =>
    (await (await call('GET', url + query)).json()) as Comment[]
  const overview = async (call: Caller) =>
    (await (await call('GET', `${url}/overview`)).json()) as CommentOverview
  return {
    ...{ artist, fan, trackId, url, post, list, overview },
    asArtist: await site.as(artist),
    asFan: await site.as(fan),
  }
}

const refusal = async (response: Response) => [
  response.status,
  ((await response.json()) as { message: string }).message,
]

test('comments: a comment keeps its text and its moment, which ends with the track', async () => {
  const { asFan, fan, post, overview } = await makeFixtures()
  const comment = await post(asFan, { text: ' What a\nbass line. ', position: 99 })
  expect(comment).toMatchObject({ text: 'What a\nbass line.', position: 12, canEdit: true })
  const { count, moments } = await overview(site.visitor)
  expect(count).toBe(1)
  expect(moments).toMatchObject([{ position: 12, user: { id: fan.id } }])
})

test('comments: pages are in order, newest first or by moment', async () => {
  const { trackId, list, url } = await makeFixtures()
  const days = [1, 2, 3, 4, 5]
  const positions = [4, null, 1, 4, null]
  for (const [index, day] of days.entries())
    await makeComment(db(), trackId, {
      content: `${day}`,
      position: positions[index] ?? null,
      createdAt: new Date(2026, 0, day),
    })
  expect((await list(site.visitor)).map(({ text }) => text)).toEqual(['5', '4', '3', '2', '1'])
  const found: (number | null)[] = []
  let next: string | undefined = `${url}?sort=moment&limit=2`
  while (next) {
    const page: Response = await site.visitor('GET', next)
    found.push(...((await page.json()) as Comment[]).map(({ position }) => position))
    const link = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
    next =
      link &&
      new URL(link, site.config.publicUrl).pathname + new URL(link, site.config.publicUrl).search
  }
  expect(found).toEqual([1, 4, 4, null, null])
})

test('comments: a page has at most 50, because all of their replies come with them', async () => {
  const { fan, trackId, url, list } = await makeFixtures()
  await db()
    .insert(comments)
    .values(Array.from({ length: 60 }, (_, i) => ({ trackId, userId: fan.id, content: `${i}` })))
  expect(await list(site.visitor)).toHaveLength(50)
  expect((await site.visitor('GET', `${url}?limit=51`)).status).toBe(400)
})

test('comments: a reply is below its comment, and has no replies', async () => {
  const { asFan, asArtist, post, list, url } = await makeFixtures()
  const { id } = await post(asFan, { text: 'How was this made?' })
  const reply = await post(asArtist, { text: 'With a cello.', parentId: id, position: 3 })
  expect(reply.position).toBeNull()
  const [comment] = await list(site.visitor)
  expect(comment?.replies).toMatchObject([{ text: 'With a cello.', isArtist: true }])
  const again = { text: 'Which one?', parentId: reply.id }
  expect((await asFan('POST', url, { body: again })).status).toBe(404)
})

test('comments: the same text on a track is refused, also with other white space and case', async () => {
  const { asFan, post, url } = await makeFixtures()
  await post(asFan, { text: 'Buy  followers' })
  const response = await asFan('POST', url, { body: { text: 'buy followers ' } })
  expect(await refusal(response)).toEqual([409, 'You have said this here already.'])
})

test('comments: of the same text that is sent many times at once, one is written', async () => {
  const { asFan, url, trackId } = await makeFixtures()
  const send = () => asFan('POST', url, { body: { text: 'First!' } })
  const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await send()).status))
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(await db().$count(comments, eq(comments.trackId, trackId))).toBe(1)
})

test('comments: the author can change one for 15 minutes', async () => {
  const { asFan, post } = await makeFixtures()
  const { id } = await post(asFan, { text: 'Teh best' })
  const change = () => asFan('PUT', `/api/comments/${id}`, { body: { text: 'The best' } })
  expect(await (await change()).json()).toMatchObject({
    text: 'The best',
    editedAt: expect.any(String),
  })
  const old = new Date(Date.now() - 16 * 60_000)
  await db().update(comments).set({ createdAt: old }).where(eq(comments.id, id))
  expect(await refusal(await change())).toEqual([403, 'A comment can be changed for 15 minutes.'])
})

test('comments: who could no longer write one cannot change one either', async () => {
  const { asFan, asArtist, fan, post, list, url } = await makeFixtures()
  const other = await makeUser(db())
  const asOther = await site.as(other)
  const theirs = await post(asOther, { text: 'By the other.' })
  const { id } = await post(asFan, { text: 'Kind.' })
  const reply = await post(asFan, { text: 'Kind reply.', parentId: theirs.id })
  const change = async (of: string) =>
    refusal(await asFan('PUT', `/api/comments/${of}`, { body: { text: 'Rude.' } }))
  await asOther('PUT', `/api/users/${fan.id}/block`)
  expect(await change(reply.id)).toEqual([403, 'You cannot reply to this comment.'])
  await asArtist('PUT', url, { body: { closed: true } })
  expect(await list(asFan)).toMatchObject([{ id, canEdit: false }])
  expect(await change(id)).toEqual([403, 'Comments are closed.'])
  await asArtist('PUT', url, { body: { closed: false } })
  await asArtist('PUT', `/api/users/${fan.id}/block`)
  expect(await change(id)).toEqual([403, 'You cannot comment on this track.'])
})

test('comments: an administrator who deletes one is in the audit log, its author and the artist are not', async () => {
  const { asFan, asArtist, post } = await makeFixtures()
  const boss = await makeUser(db(), { email: 'boss@example.org', emailVerified: true })
  const asBoss = await site.as(boss)
  for (const [index, call] of [asFan, asArtist, asBoss].entries()) {
    const { id } = await post(asFan, { text: `Spam ${index}` })
    expect((await call('DELETE', `/api/comments/${id}`)).status).toBe(204)
  }
  const log = (await (await asBoss('GET', '/api/admin/audit')).json()) as { target: object }[]
  expect(log).toMatchObject([
    { action: 'comment.delete', target: { kind: 'comment', name: 'Spam 2' } },
  ])
})

test('comments: while they are closed, only the artist can comment', async () => {
  const { asFan, asArtist, post, url, overview } = await makeFixtures()
  await asArtist('PUT', url, { body: { closed: true } })
  expect((await overview(site.visitor)).isClosed).toBe(true)
  const response = await asFan('POST', url, { body: { text: 'Hello' } })
  expect(await refusal(response)).toEqual([403, 'Comments are closed.'])
  await post(asArtist, { text: 'Thank you all.' })
})

test('comments: the artist is told of comments, and authors of replies to theirs', async () => {
  const { asFan, asArtist, post } = await makeFixtures()
  const { id } = await post(asFan, { text: 'How was this made?' })
  await post(asArtist, { text: 'With a cello.', parentId: id })
  const kindsOf = async (call: Caller) => {
    const response = await call('GET', '/api/notifications')
    const { notifications } = (await response.json()) as { notifications: { kind: string }[] }
    return notifications.map(({ kind }) => kind)
  }
  expect([await kindsOf(asArtist), await kindsOf(asFan)]).toEqual([['comment'], ['reply']])
})

test('comments: their notifications can be turned off in the settings', async () => {
  const { asArtist } = await makeFixtures()
  const response = await asArtist('GET', '/api/notifications/settings')
  expect(await response.json()).toMatchObject({ kinds: { comment: true, reply: true } })
})

test('comments: one is pinned at a time, and no reply', async () => {
  const { asFan, asArtist, post, overview } = await makeFixtures()
  const [first, second] = [await post(asFan, { text: 'One' }), await post(asFan, { text: 'Two' })]
  const reply = await post(asFan, { text: 'Three', parentId: first.id })
  const pin = async (id: string) => (await asArtist('PUT', `/api/comments/${id}/pin`)).status
  expect([await pin(first.id), await pin(second.id), await pin(reply.id)]).toEqual([204, 204, 409])
  expect((await overview(site.visitor)).pinned?.id).toBe(second.id)
  await asArtist('DELETE', `/api/comments/${second.id}/pin`)
  expect((await overview(site.visitor)).pinned).toBeNull()
})

test('comments: who is blocked cannot comment or reply, and does not see the comments of the blocker', async () => {
  const { asFan, fan, post, list, url, artist } = await makeFixtures()
  const other = await makeUser(db())
  const asOther = await site.as(other)
  const theirs = await post(asOther, { text: 'By the other.' })
  await asOther('PUT', `/api/users/${fan.id}/block`)
  expect(await list(asFan)).toEqual([])
  expect(await list(site.visitor)).toHaveLength(1)
  const reply = await asFan('POST', url, { body: { text: 'Hey', parentId: theirs.id } })
  expect(await refusal(reply)).toEqual([403, 'You cannot reply to this comment.'])
  await (await site.as(artist))('PUT', `/api/users/${fan.id}/block`)
  const comment = await asFan('POST', url, { body: { text: 'Hey' } })
  expect(await refusal(comment)).toEqual([403, 'You cannot comment on this track.'])
})

test('comments: an artist still sees and deletes those of whom they have blocked below their own track', async () => {
  const { asFan, asArtist, fan, post, list } = await makeFixtures()
  const { id } = await post(asFan, { text: 'Rude.' })
  await asArtist('PUT', `/api/users/${fan.id}/block`)
  expect(await list(asArtist)).toMatchObject([{ id, canDelete: true }])
  expect((await asArtist('DELETE', `/api/comments/${id}`)).status).toBe(204)
})

test('comments: who blocks the artist cannot comment, and what they wrote before only they see', async () => {
  const { asFan, asArtist, artist, post, list, url, overview } = await makeFixtures()
  const { id } = await post(asFan, { text: 'Rude.', position: 1 })
  await asFan('PUT', `/api/users/${artist.id}/block`)
  const comment = await asFan('POST', url, { body: { text: 'Again.' } })
  expect(await refusal(comment)).toEqual([403, 'Unblock this user to comment on this track.'])
  for (const call of [asArtist, site.visitor]) {
    expect(await list(call)).toEqual([])
    expect(await overview(call)).toMatchObject({ count: 0, moments: [] })
  }
  expect(await list(asFan)).toMatchObject([{ id, canDelete: true }])
})

test('comments: nobody replies to whom they have blocked', async () => {
  const { asFan, asArtist, post, url } = await makeFixtures()
  const author = await makeUser(db())
  const { id: parentId } = await post(await site.as(author), { text: 'Rude.' })
  await asFan('PUT', `/api/users/${author.id}/block`)
  const reply = await asFan('POST', url, { body: { text: 'No.', parentId } })
  expect(await refusal(reply)).toEqual([403, 'Unblock this user to reply to this comment.'])
  expect((await asArtist('POST', url, { body: { text: 'No.', parentId } })).status).toBe(201)
})

test('comments: replies to a comment that is not shown are not counted', async () => {
  const { asFan, asArtist, fan, post, list, overview } = await makeFixtures()
  const { id } = await post(asFan, { text: 'Hello' })
  await post(asArtist, { text: 'Hello yourself', parentId: id })
  await post(asArtist, { text: 'Welcome' })
  expect((await overview(site.visitor)).count).toBe(3)
  await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, fan.id))
  expect(await list(site.visitor)).toHaveLength(1)
  expect((await overview(site.visitor)).count).toBe(1)
})

test('comments: what a moderator removes is gone, and back when the decision is undone', async () => {
  const { asFan, asArtist, post, list } = await makeFixtures()
  const boss = await makeUser(db(), {
    email: 'boss@example.org',
    emailVerified: true,
  }).catch(
    async () => (await db().select().from(users).where(eq(users.email, 'boss@example.org')))[0],
  )
  if (!boss) throw new Error('There is no administrator.')
  const asBoss = await site.as(boss)
  const { id } = await post(asFan, { text: 'Hateful.' })
  const body = { kind: 'comment', id, reason: 'hateful' }
  expect((await asArtist('POST', '/api/reports', { body })).status).toBe(201)
  const [item] = (await (await asBoss('GET', '/api/admin/reports')).json()) as { id: string }[]
  expect(item).toMatchObject({ kind: 'comment', comment: { id, text: 'Hateful.' } })
  const decision = `/api/admin/reports/${item?.id}/decision`
  const decided = await asBoss('POST', decision, { body: { decision: 'remove', reason: 'Hate.' } })
  expect(decided.status).toBe(200)
  expect(await list(site.visitor)).toEqual([])
  expect((await asBoss('DELETE', decision)).status).toBe(200)
  expect(await list(site.visitor)).toMatchObject([{ id }])
})

test('comments: they are deleted with their author and with their track', async () => {
  const { fan, artist, trackId, asFan, asArtist, post } = await makeFixtures()
  const { id } = await post(asFan, { text: 'By the fan.' })
  await post(asArtist, { text: 'Thanks.', parentId: id })
  await post(asArtist, { text: 'By the artist.' })
  await db().delete(users).where(eq(users.id, fan.id))
  const left = await db().select().from(comments).where(eq(comments.trackId, trackId))
  expect(left.map(({ content }) => content)).toEqual(['By the artist.'])
  await asArtist('DELETE', `/api/tracks/${trackId}`)
  expect(await db().$count(comments, eq(comments.trackId, trackId))).toBe(0)
  expect(await db().$count(tracks, eq(tracks.userId, artist.id))).toBe(0)
})

test('comments: those of a suspended user are hidden', async () => {
  const { fan, asFan, post, list } = await makeFixtures()
  await post(asFan, { text: 'Hello' })
  await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, fan.id))
  expect(await list(site.visitor)).toEqual([])
})

test('comments: a new account writes at most five an hour, however they are sent', async () => {
  const limited = await startTestApp({ env: { COMMENTS: 'on', RATE_LIMIT_SCALE: '1' } })
  onTestFinished(() => limited.close())
  const limitedDb = limited.postgres.db
  const artist = await makeUser(limitedDb)
  const { id } = await makeTrack(limitedDb, artist.id)
  const flood = async (createdAt: Date) => {
    const call = await limited.as(await makeUser(limitedDb, { createdAt }))
    const send = (index: number) =>
      call('POST', `/api/tracks/${id}/comments`, { body: { text: `Buy ${index}` } })
    const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => send(index)))
    return responses.filter(({ status }) => status === 201).length
  }
  expect(await flood(new Date())).toBe(5)
  expect(await flood(new Date(Date.now() - 25 * 60 * 60_000))).toBe(12)
})

test('comments: changes count as comments do, so that none is rewritten without end', async () => {
  const limited = await startTestApp({ env: { COMMENTS: 'on', RATE_LIMIT_SCALE: '1' } })
  onTestFinished(() => limited.close())
  const author = await makeUser(limited.postgres.db, { createdAt: new Date() })
  const { id: trackId } = await makeTrack(limited.postgres.db, author.id)
  const id = await makeComment(limited.postgres.db, trackId, { userId: author.id })
  const call = await limited.as(author)
  const statuses: number[] = []
  for (let index = 0; index < 6; index += 1) {
    const body = { text: `Buy ${index}` }
    statuses.push((await call('PUT', `/api/comments/${id}`, { body })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('comments: where they are off, no call of them exists', async () => {
  const off = await startTestApp()
  onTestFinished(() => off.close())
  const user = await makeUser(off.postgres.db)
  const call = await off.as(user)
  const { id } = await makeTrack(off.postgres.db, (await makeUser(off.postgres.db)).id)
  const comment = await makeComment(off.postgres.db, id)
  for (const [method, path, body] of [
    ['GET', `/api/tracks/${id}/comments`],
    ['GET', `/api/tracks/${id}/comments/overview`],
    ['POST', `/api/tracks/${id}/comments`, { text: 'Yes!' }],
    ['PUT', `/api/tracks/${id}/comments`, { closed: true }],
    ['PUT', `/api/comments/${comment}`, { text: 'No.' }],
    ['DELETE', `/api/comments/${comment}`],
    ['PUT', `/api/comments/${comment}/pin`],
    ['DELETE', `/api/comments/${comment}/pin`],
    ['POST', '/api/reports', { kind: 'comment', id: comment, reason: 'spam' }],
  ] as const)
    expect([path, (await call(method, path, body && { body })).status]).toEqual([path, 404])
})
