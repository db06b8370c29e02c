import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeReport, makeTrack, makeUser } from '#server/testing/factories.ts'
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts'
import { startTestSite, type TestSite } from '#server/testing/test-site.ts'
import { sendDigest } from './mails.ts'

let mailServer: MailServer
let site: TestSite
beforeAll(async () => {
  mailServer = await startMailServer()
  site = await startTestSite({ env: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await site.close()
  await mailServer.close()
})

const decide = (itemId: string, body: unknown) =>
  site.asAdministrator('POST', `/api/admin/reports/${itemId}/decision`, { body })
const undo = (itemId: string) =>
  site.asAdministrator('DELETE', `/api/admin/reports/${itemId}/decision`)
const newAddress = () => `artist-${randomUUID()}@example.org`
const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to === email)

test('mails of decisions: a removal and its undo send the uploader a mail, a dismissal does not', async () => {
  const email = newAddress()
  const owner = await makeUser(site.db, { email })
  const slug = `ночь-${randomUUID()}`
  const track = await makeTrack(site.db, owner.id, { title: 'Mailed Track', slug })
  const itemId = await makeReport(site.db, { trackId: track.id })
  expect((await decide(itemId, { decision: 'dismiss' })).status).toBe(200)
  expect((await undo(itemId)).status).toBe(200)
  expect((await decide(itemId, { decision: 'remove', reason: 'It is not yours.' })).status).toBe(
    200,
  )
  expect((await decide(itemId, { decision: 'remove', reason: 'Again.' })).status).toBe(409)
  const removed = await mailServer.waitFor(email, 'was removed')
  expect(removed.text).toContain('Mailed Track')
  expect(removed.text).toContain('It is not yours.')
  expect(removed.links[0]).toBe(`${site.config.publicUrl}/track/${encodeURIComponent(slug)}`)
  expect((await undo(itemId)).status).toBe(200)
  await mailServer.waitFor(email, 'is back')
  expect(mailsTo(email)).toHaveLength(2)
})

test('mails of decisions: a suspension and its end mail the user once each, by a decision and directly', async () => {
  const email = newAddress()
  const user = await makeUser(site.db, { email })
  const itemId = await makeReport(site.db, { userId: user.id })
  const body = { decision: 'suspend', reason: 'Spam in every track.' }
  const statuses = await Promise.all([decide(itemId, body), decide(itemId, body)])
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409])
  const suspended = await mailServer.waitFor(email, 'is suspended')
  expect(suspended.text).toContain('Spam in every track.')
  expect((await undo(itemId)).status).toBe(200)
  await mailServer.waitFor(email, 'no longer suspended')
  const path = `/api/admin/users/${user.id}/suspension`
  const again = { body: { reason: 'Once more.' } }
  expect((await site.asAdministrator('POST', path, again)).status).toBe(200)
  await mailServer.waitFor(email, 'is suspended', 2)
  expect((await site.asAdministrator('DELETE', path)).status).toBe(200)
  expect((await site.asAdministrator('DELETE', path)).status).toBe(409)
  await mailServer.waitFor(email, 'no longer suspended', 2)
  expect(mailsTo(email)).toHaveLength(4)
})

test('mails of decisions: a mail server that is down does not make a removal fail', async () => {
  const email = newAddress()
  const owner = await makeUser(site.db, { email })
  const track = await makeTrack(site.db, owner.id)
  const itemId = await makeReport(site.db, { trackId: track.id })
  mailServer.setMode('refuse')
  const response = await decide(itemId, { decision: 'remove', reason: 'Spam.' })
  mailServer.setMode('accept')
  expect(response.status).toBe(200)
  await mailServer.waitFor(email, 'was removed')
})

test('report digest: administrators get one mail for all new reports, and none without new ones', async () => {
  const email = site.administrator.email ?? ''
  const deps = {
    db: site.db,
    mailer: site.mailer,
    administrators: { emails: [email.toUpperCase()], userIds: [] },
  }
  const playlist = await makePlaylist(site.db, site.owner.id)
  const report = async (as: Caller, kind: string, id: string) =>
    (await as('POST', '/api/reports', { body: { kind, id, reason: 'spam' } })).status
  expect(await report(site.asOtherUser, 'playlist', playlist.id)).toBe(201)
  expect(await report(site.asOtherUser, 'user', site.owner.id)).toBe(201)
  await Promise.all([sendDigest(deps), sendDigest(deps)])
  const mail = await mailServer.waitFor(email, 'New reports')
  expect(mail.links[0]).toBe(`${site.config.publicUrl}/letmein/reports`)
  await sendDigest(deps)
  expect(await report(site.asAdministrator, 'playlist', playlist.id)).toBe(201)
  await sendDigest(deps)
  await mailServer.waitFor(email, 'New reports', 2)
  expect(mailsTo(email)).toHaveLength(2)
})
