import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import type { Notification } from '#contract/notifications.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite({ env: { COMMENTS: 'on' } })

async function makeFixtures() {
  const [artist, fan] = [await makeUser(site.db), await makeUser(site.db)]
  const { id: trackId } = await makeTrack(site.db, artist.id)
  const post = async (call: Caller, text: string, parentId?: string) => {
    const body = { text, parentId }
    const response = await call('POST', `/api/tracks/${trackId}/comments`, { body })
    expect(response.status).toBe(201)
    return ((await response.json()) as Comment).id
  }
  return { trackId, post, asArtist: await site.as(artist), asFan: await site.as(fan) }
}
const told = async (call: Caller) => {
  const response = await call('GET', '/api/notifications')
  const { notifications } = (await response.json()) as { notifications: Notification[] }
  return notifications.map(({ kind, count, detail }) => [kind, count, ...(detail ? [detail] : [])])
}
const remove = async (call: Caller, id: string) =>
  expect((await call('DELETE', `/api/comments/${id}`)).status).toBe(204)

test('comment notices: a comment that is deleted takes back what it and its replies have told', async () => {
  const { post, asArtist, asFan } = await makeFixtures()
  const id = await post(asFan, 'How?')
  await post(site.asOtherUser, 'I wonder too.', id)
  expect([await told(asArtist), await told(asFan)]).toEqual([[['comment', 2]], [['reply', 1]]])
  await remove(asFan, id)
  expect([await told(asArtist), await told(asFan)]).toEqual([[], []])
})

test('comment notices: who has said more on that day is still told of', async () => {
  const { post, asArtist, asFan } = await makeFixtures()
  const id = await post(asFan, 'First!')
  await post(asFan, 'And a question.')
  await post(site.asOtherUser, 'Lovely.')
  await remove(asFan, id)
  expect(await told(asArtist)).toEqual([['comment', 2]])
})

test('comment notices: the author learns of a removal by a moderator, and of its undoing', async () => {
  const { post, asArtist, asFan } = await makeFixtures()
  const id = await post(asFan, 'Hateful.')
  const body = { kind: 'comment', id, reason: 'hateful' }
  await asArtist('POST', '/api/reports', { body })
  const reports = await site.asAdministrator('GET', '/api/admin/reports')
  const [report] = (await reports.json()) as { id: string }[]
  const path = `/api/admin/reports/${report?.id}/decision`
  const decision = { body: { decision: 'remove', reason: 'Hate.' } }
  expect((await site.asAdministrator('POST', path, decision)).status).toBe(200)
  expect(await told(asFan)).toEqual([['moderation', 1, 'comment-removed']])
  expect((await site.asAdministrator('DELETE', path)).status).toBe(200)
  expect((await told(asFan))[0]).toContain('comment-restored')
})

test('comment notices: the author learns that an administrator has deleted one', async () => {
  const { post, asFan, asArtist } = await makeFixtures()
  await remove(site.asAdministrator, await post(asFan, 'Buy now'))
  await remove(asArtist, await post(asFan, 'Buy later'))
  expect(await told(asFan)).toEqual([['moderation', 1, 'comment-removed']])
})
