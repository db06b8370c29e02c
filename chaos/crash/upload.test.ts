import { readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { register } from '#server/testing/upload-client.ts'
import { type Deployment, makeDeployment, temporaryFolder } from '../deployment.ts'
import { expectConsistency, expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { type Progress, uploadRepeatedly } from './uploader.ts'

const crashes = repetitions(25, 2)
const uploaders = repetitions(6, 4)

test(`uploads resume after kill -9 of the server, ${crashes} times in the middle of uploads (seed ${seed})`, async () => {
  const random = seededRandom('kill during uploads')
  const deployment = await makeDeployment()
  const { call } = await deployment.createUser()
  const uploads: Progress[] = []
  for (let crash = 0; crash < crashes; crash++) {
    const server = await deployment.start()
    const before = uploads.length
    const working = Array.from({ length: uploaders }, (_, index) =>
      uploadRepeatedly(call, uploads, seededRandom(`uploader ${crash} ${index}`)),
    )
    await expect.poll(() => uploads.slice(before).some(({ sent }) => sent), pollOptions).toBe(true)
    await delay(random.between(0, repetitions(600, 300)))
    server.signal('SIGKILL')
    await server.exitCode()
    await Promise.all(working)
    await expectConsistency(deployment)
  }
  backdate(temporaryFolder(deployment))
  await deployment.start()
  expect(readdirSync(temporaryFolder(deployment))).toEqual([])
  await Promise.all(uploads.map((progress) => expectResumable(deployment, call, progress)))
  await expectEachTrackOnce(deployment, uploads)
  await expectIntegrity(deployment)
}, 600_000)

const pollOptions = { timeout: 60_000, interval: 5 }

/** The client can continue from whatever the server acknowledged last. */
async function expectResumable(
  deployment: Deployment,
  call: Caller,
  progress: Progress,
): Promise<void> {
  if (!progress.sent) return
  progress.registered ??= await registerAgain(call, progress.sent)
  progress.created ??= await createAgain(deployment, call, progress)
  const audio = await call('GET', `/api/tracks/${progress.created}/audio`)
  expect(audio.status, progress.title).toBe(200)
  expect(progress.bytes.equals(Buffer.from(await audio.arrayBuffer())), progress.title).toBe(true)
}

/** The lease of a registration that died with its server expires after some seconds; until then the client must wait. */
async function registerAgain(call: Caller, uploadUrl: string): Promise<string> {
  let objectPath = ''
  const again = async () => {
    const response = await register(call, 'audio', uploadUrl)
    if (response.status === 200)
      objectPath = ((await response.json()) as { objectPath: string }).objectPath
    return response.status
  }
  await expect.poll(again, { timeout: 60_000, interval: 500 }).toBe(200)
  return objectPath
}

/** 409 if the track was created and only the response was lost. */
async function createAgain(deployment: Deployment, call: Caller, { title, registered }: Progress) {
  const response = await call('POST', '/api/tracks', { body: { title, audioUrl: registered } })
  expect([201, 409], title).toContain(response.status)
  if (response.status === 201) return ((await response.json()) as { id: string }).id
  const rows = await deployment.db.select().from(tracks)
  const track = rows.find(({ audioPath }) => audioPath === registered)
  return track?.id ?? expect.fail(`${title} exists according to the response, but has no row`)
}

/** Each track was created once, by the user who sent its bytes. */
async function expectEachTrackOnce({ db }: Deployment, uploads: Progress[]): Promise<void> {
  const rows = await db.select().from(tracks)
  const expected = uploads.flatMap(({ created }) => created ?? [])
  expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
  expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length)
}

/** Abandoned uploads are removed after an hour: these are dated yesterday. */
function backdate(folder: string): void {
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
  for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), yesterday, yesterday)
}
