import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notificationSettings, notifications } from '#server/database/schema.ts'
import { like, makeTrack, makeUser } from '#server/testing/factories.ts'
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts'
import { startTestSite, type TestSite } from '#server/testing/test-site.ts'
import { sendDigests } from './digest.ts'
import { notify } from './service.ts'

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

/** An artist who wants the daily mail, and has one notification. */
async function artistWithDigest() {
  const email = `artist-${randomUUID()}@example.org`
  const createdAt = new Date('2026-01-01')
  const user = await makeUser(site.db, { email, emailVerified: true, createdAt })
  const call = await site.as(user)
  const body = { digest: true }
  const saved = await call('PUT', '/api/notifications/settings', { body })
  expect(await saved.json()).toMatchObject({ digest: true })
  await likeNewTrack(user.id, 'Night Market')
  return { email, user, call }
}

async function likeNewTrack(userId: string, title: string) {
  const track = await makeTrack(site.db, userId, { title })
  await like(site.db, site.otherUser.id, track.id)
  const notice = { kind: 'like', userId, trackId: track.id, actorId: site.otherUser.id } as const
  await notify(site.db, notice)
}

const send = () => sendDigests({ db: site.db, mailer: site.mailer })
const forgetLast = (userId: string, digestAt: Date) =>
  site.db
    .update(notificationSettings)
    .set({ digestAt })
    .where(eq(notificationSettings.userId, userId))
const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to === email)

test('notification digest: it is off by default, and needs a verified address', async () => {
  const unverified = await makeUser(site.db, { email: `new-${randomUUID()}@example.org` })
  const verified = await makeUser(site.db, {
    email: `old-${randomUUID()}@example.org`,
    emailVerified: true,
  })
  for (const [user, digest] of [
    [unverified, null],
    [verified, false],
  ] as const) {
    const response = await (await site.as(user))('GET', '/api/notifications/settings')
    expect(await response.json()).toMatchObject({ digest })
  }
})

test('notification digest: it tells once what is unread, and nothing of before', async () => {
  const { email, user } = await artistWithDigest()
  await send()
  const first = await mailServer.waitFor(email)
  expect(first.text).toContain('liked Night Market')
  await send()
  const at = new Date(Date.now() - 30 * 3600_000)
  await site.db.update(notifications).set({ at }).where(eq(notifications.userId, user.id))
  await likeNewTrack(user.id, 'Harbor')
  await forgetLast(user.id, new Date(Date.now() - 21 * 3600_000))
  await send()
  const second = await mailServer.waitFor(email, '', 2)
  expect(second.text).toContain('liked Harbor')
  expect(second.text).not.toContain('Night Market')
  expect(mailsTo(email)).toHaveLength(2)
})

test('notification digest: its header unsubscribes with one POST, without a session', async () => {
  const { email, user, call } = await artistWithDigest()
  await send()
  const { raw } = await mailServer.waitFor(email)
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  const header = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(raw.replaceAll(/\r?\n\s/g, ''))?.[1] ?? ''
  const url = new URL(header)
  expect((await fetch(site.url + url.pathname, { redirect: 'manual' })).status).toBe(302)
  const isOn = async () =>
    (await (await call('GET', '/api/notifications/settings')).json()) as { digest: boolean }
  expect(await isOn()).toMatchObject({ digest: true })
  const post = (path: string) =>
    fetch(site.url + path, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
  const { otherUser } = site
  expect((await post(url.pathname.replace(user.id, otherUser.id))).status).toBe(404)
  expect((await post(url.pathname)).status).toBe(200)
  expect(await isOn()).toMatchObject({ digest: false })
})
