import { readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { register } from '#server/testing/upload-client.ts'
import { expectIntegrity, expectOrphansSwept } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { makeSite, type Site, temporaryFolder } from '../site.ts'
import { type Progress, uploadRepeatedly } from './uploader.ts'

const deaths = repetitions(25, 3)
const uploaders = 6

test(`uploads resume after kill -9 of the server, ${deaths} times in the middle of uploads (seed ${seed})`, async () => {
  const chance = seededRandom('kill during uploads')
  const site = await makeSite()
  const { call } = await site.person()
  const made: Progress[] = []
  for (let death = 0; death < deaths; death++) {
    const server = await site.start()
    const before = made.length
    const working = Array.from({ length: uploaders }, (_, one) =>
      uploadRepeatedly(call, made, seededRandom(`uploader ${death} ${one}`)),
    )
    await expect.poll(() => made.slice(before).some(({ sent }) => sent), patient).toBe(true)
    await delay(chance.between(0, 600))
    server.signal('SIGKILL')
    await server.exitCode()
    await Promise.all(working)
    await expectIntegrity(site)
  }
  leftBehindLongAgo(temporaryFolder(site))
  await site.start()
  expect(readdirSync(temporaryFolder(site))).toEqual([])
  await Promise.all(made.map((progress) => expectKept(site, call, progress)))
  await expectOnlyWholeTracks(site, made)
  await expectIntegrity(site)
  await expectOrphansSwept(site)
}, 600_000)

const patient = { timeout: 60_000, interval: 5 }

/** The client can continue from whatever the server acknowledged last. */
async function expectKept(site: Site, call: Caller, progress: Progress): Promise<void> {
  if (!progress.sent) return
  progress.registered ??= await registerAgain(call, progress.sent)
  progress.published ??= await publishAgain(site, call, progress)
  const audio = await call('GET', `/api/tracks/${progress.published}/audio`)
  expect(audio.status, progress.title).toBe(200)
  expect(progress.bytes.equals(Buffer.from(await audio.arrayBuffer())), progress.title).toBe(true)
}

/** The lease of a registration that died with its server expires after some seconds; until then the client must wait. */
async function registerAgain(call: Caller, address: string): Promise<string> {
  let objectPath = ''
  const again = async () => {
    const answer = await register(call, 'audio', address)
    if (answer.status === 200)
      objectPath = ((await answer.json()) as { objectPath: string }).objectPath
    return answer.status
  }
  await expect.poll(again, { timeout: 60_000, interval: 500 }).toBe(200)
  return objectPath
}

/** 409 if the track was created and only the response was lost. */
async function publishAgain(site: Site, call: Caller, { title, registered }: Progress) {
  const answer = await call('POST', '/api/tracks', { body: { title, audioUrl: registered } })
  expect([201, 409], title).toContain(answer.status)
  if (answer.status === 201) return ((await answer.json()) as { id: string }).id
  const rows = await site.db.select().from(tracks)
  const made = rows.find(({ audioUrl }) => audioUrl === registered)
  return made?.id ?? expect.fail(`${title} is said to be there and is not`)
}

/** Each track was created once, by the user who sent its bytes. */
async function expectOnlyWholeTracks({ db }: Site, made: Progress[]): Promise<void> {
  const rows = await db.select().from(tracks)
  const wanted = made.flatMap(({ published }) => published ?? [])
  expect(rows.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted())
  expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length)
}

/** Abandoned uploads are removed after an hour: these are dated yesterday. */
function leftBehindLongAgo(folder: string): void {
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
  for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), yesterday, yesterday)
}
