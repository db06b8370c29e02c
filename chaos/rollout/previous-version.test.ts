import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { makeUser } from '#server/testing/factories.ts'
import { freePort } from '#server/testing/free-port.ts'
import { needs } from '#server/testing/needs.ts'
import { startTestSession } from '#server/testing/sessions.ts'
import { fillSite, yearSettings } from '#server/testing/year-of-use/year-of-use.ts'
import { makeDeployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { extractServer, findPreviousVersion } from './previous-version.ts'

const previous = findPreviousVersion()

test('rollout: the previous version starts on the tables of this one, and both serve what either wrote', {
  ...needs(previous, 'the clone has no history of the previous version'),
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-previous-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const deployment = await makeDeployment()
  await deployment.start()
  const program = extractServer(previous ?? '', folder)
  const older = await deployment.startAt(await freePort(), program)

  const { sid, id: userId } = await deployment.createUser()
  const track = await deployment.track(userId)
  const urls = [deployment.url, older.url]
  for (const [index, url] of urls.entries()) {
    const call = deployment.callerAt(url, sid)
    const change = { title: `Salt Marsh ${index}`, tags: ['sea'] }
    const statuses = [
      await call('PUT', `/api/tracks/${track.id}`, { body: change }),
      await call('POST', `/api/tracks/${track.id}/like`),
      await call('POST', `/api/tracks/${track.id}/play`),
      await call('POST', '/api/playlists', { body: { title: `Evening ${index}` } }),
      await call('GET', `/api/tracks/${track.id}/audio`),
    ].map(({ status }) => status)
    expect([url, statuses]).toEqual([url, [200, 200, 200, 201, 200]])
    for (const reader of urls) {
      const read = async (path: string) =>
        (await deployment.callerAt(reader, sid)('GET', path)).json()
      expect(await read(`/api/tracks/slug/${track.slug}`)).toMatchObject(change)
      expect(await read(`/api/users/${userId}/playlists`)).toHaveLength(index + 1)
      expect(await read(`/api/search?q=marsh`)).toMatchObject({ tracks: [change] })
    }
  }
  await expectIntegrity(deployment)
})

/** The sandbox that reads files may not follow the link to the packages of this version. */
const registersFile = /\/(audio|artwork|cover|profile-image)$/

test('rollout: on the tables of this version, the previous one does all that members and moderators do', {
  ...needs(previous, 'the clone has no history of the previous version'),
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-previous-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const deployment = await makeDeployment({ env: yearSettings })
  const { db, url, callerAt } = deployment
  await deployment.startAt(Number(new URL(url).port), extractServer(previous ?? '', folder))
  const today = await deployment.startAnother()
  const as = async ({ id }: { id: string }): Promise<Caller> => {
    const sid = await startTestSession(db, id)
    return (method, path, request) =>
      callerAt(registersFile.test(path) ? today.url : url, sid)(method, path, request)
  }
  const administrator = { email: yearSettings.ADMIN_EMAILS, emailVerified: true }
  const site = { ...deployment, as, config: { publicUrl: url } }
  const asAdministrator = await as(await makeUser(db, administrator))
  const { people } = await fillSite({ ...site, asAdministrator }, 5)

  const artist = callerAt(today.url, await startTestSession(db, people.artist.id))
  for (const path of ['tracks/slug/salt-marsh', 'library/likes', 'notifications', 'share-links'])
    expect([path, (await artist('GET', `/api/${path}`)).status]).toEqual([path, 200])
  await expectIntegrity(deployment)
})
