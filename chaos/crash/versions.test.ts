import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { TrackDetail } from '#contract/tracks.ts'
import { tracks, trackVersions } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { upload } from '#server/testing/upload-client.ts'
import { tone } from '#server/testing/version-client.ts'
import { type Deployment, makeDeployment } from '../deployment.ts'
import { expectConsistency, expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'

/** With the first file as many as a track keeps. */
const crashes = repetitions(5, 2)
const trackCount = repetitions(6, 3)

/** A track, and all files that it ever got, as far as the server acknowledged it. */
type Work = { track: TrackDetail; files: Map<string, Buffer>; acknowledged: string[]; next: string }

test(`versions: kill -9 while audio is replaced loses nothing, ${crashes} times (seed ${seed})`, async () => {
  const random = seededRandom('kill during replacing')
  const deployment = await makeDeployment()
  const { call } = await deployment.createUser()
  let server = await deployment.start()
  const works: Work[] = []
  for (let index = 0; index < trackCount; index++) works.push(await publish(call, `Song ${index}`))
  for (let crash = 0; crash < crashes; crash++) {
    for (const work of works) work.next = await addFile(call, work, `${crash}`)
    const working = works.map((work) => changeRepeatedly(deployment, call, work, random))
    // In turn while they are replaced, and while they are restored.
    const isReplaced = () => works.some(({ acknowledged, next }) => acknowledged.includes(next))
    if (crash % 2 === 1) await expect.poll(isReplaced, { interval: 5 }).toBe(true)
    await delay(random.between(10, 300))
    server.signal('SIGKILL')
    await server.exitCode()
    await Promise.all(working)
    await expectConsistency(deployment)
    server = await deployment.start()
    for (const work of works) await expectNothingLost(deployment, call, work)
  }
  await expectIntegrity(deployment)
}, 300_000)

async function addFile(call: Caller, { files, track }: Pick<Work, 'files' | 'track'>, name = '') {
  const bytes = tone(`${track.title} ${name}`)
  const audioUrl = await upload(call, 'audio', bytes)
  files.set(audioUrl, bytes)
  return audioUrl
}

async function publish(call: Caller, title: string): Promise<Work> {
  const audioUrl = await upload(call, 'audio', tone(title))
  const created = await call('POST', '/api/tracks', { body: { title, audioUrl } })
  const track = (await created.json()) as TrackDetail
  const files = new Map([[audioUrl, tone(title)]])
  return { track, files, acknowledged: [audioUrl], next: '' }
}

/** Replaces the audio, then restores one former version after the other until the server has stopped. */
async function changeRepeatedly(
  deployment: Deployment,
  call: Caller,
  work: Work,
  random: SeededRandom,
): Promise<void> {
  const path = `/api/tracks/${work.track.id}`
  try {
    await expectOk(call('PUT', `${path}/audio`, { body: { audioUrl: work.next } }))
    work.acknowledged.push(work.next)
    for (;;) {
      const former = await formerOf(deployment, work)
      const { id } = random.among(former)
      await expectOk(call('POST', `${path}/versions/${id}/restore`))
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

async function expectOk(responding: Promise<Response>): Promise<void> {
  expect((await responding).status).toBe(200)
}

const formerOf = ({ db }: Deployment, { track }: Work) =>
  db.select().from(trackVersions).where(eq(trackVersions.trackId, track.id))

/** The page is the same, each acknowledged file is heard, and one that was not can be used once more. */
async function expectNothingLost(deployment: Deployment, call: Caller, work: Work): Promise<void> {
  const { track, files, acknowledged, next } = work
  const path = `/api/tracks/${track.id}`
  if (!acknowledged.includes(next)) {
    await expectOk(call('PUT', `${path}/audio`, { body: { audioUrl: next } }))
    acknowledged.push(next)
  }
  const shown = await call('GET', `/api/tracks/slug/${track.slug}`)
  const { id, slug, title, createdAt } = track
  expect(await shown.json()).toMatchObject({ id, slug, title, createdAt })
  const [row] = await deployment.db.select().from(tracks).where(eq(tracks.id, id))
  const former = await formerOf(deployment, work)
  const found = [row?.audioPath ?? '', ...former.map(({ audioPath }) => audioPath)]
  expect(found.toSorted()).toEqual(acknowledged.toSorted())
  const urls = [`${path}/audio`, ...former.map((version) => `${path}/versions/${version.id}/audio`)]
  for (const [index, url] of urls.entries()) {
    const heard = Buffer.from(await (await call('GET', url)).arrayBuffer())
    expect(heard.equals(files.get(found[index] ?? '') ?? Buffer.alloc(0)), url).toBe(true)
  }
}
