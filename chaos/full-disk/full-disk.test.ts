import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { putTo, requestUploadUrl, upload } from '#server/testing/upload-client.ts'
import { expectIntegrity, expectOrphansSwept } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { makeSite, type Site, temporaryFolder } from '../site.ts'
import { mountSmallDisk, pretendSmallDisk, type SmallDisk } from './small-disk.ts'

const fillings = repetitions(10, 2)

test(`uploads on a disk that is full ${fillings} times fail with 507 and leave nothing behind (seed ${seed})`, async ({
  annotate,
}) => {
  const disk = mountSmallDisk(8)
  if (disk) await expectToCope(disk)
  else
    await annotate(
      'Mounting is not permitted here: only the simulated error of a full disk was tested.',
    )
}, 300_000)

test(
  `uploads with a simulated ENOSPC error, ${fillings} times, fail with 507 and leave nothing behind (seed ${seed})`,
  () => expectToCope(pretendSmallDisk()),
  300_000,
)

async function expectToCope(disk: SmallDisk): Promise<void> {
  const chance = seededRandom('full disk')
  const site = await makeSite(disk)
  await site.start()
  const { call, id } = await site.person()
  const kept = await site.track(id)
  for (let filling = 0; filling < fillings; filling++) {
    disk.fill(chance.between(0, 200_000))
    const sizes = Array.from({ length: 8 }, () => chance.between(250_000, 900_000))
    const answers = await Promise.all(sizes.map((size) => sendOf(call, size)))
    expect(answers).toEqual(sizes.map(() => 507))
    expect(readdirSync(temporaryFolder(site))).toEqual([])
    await expectReadable(site, kept.id)
    disk.free()
    await publish(call, chance.between(1000, 100_000))
  }
  await expectIntegrity(site)
  await expectOrphansSwept(site)
}

async function sendOf(call: Caller, size: number): Promise<number> {
  const answer = await putTo(await requestUploadUrl(call), wavOfSize(size), 'audio/wav')
  const { message } = (await answer.json()) as { message: string }
  expect(message).toMatch(/out of disk space/)
  return answer.status
}

async function expectReadable({ visitor }: Site, trackId: string): Promise<void> {
  const paths = [`/api/tracks/${trackId}/audio`, '/api/tracks', '/readyz', '/']
  const answers = await Promise.all(paths.map((path) => visitor('GET', path)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
}

/** There is disk space again, and no restart was needed. */
async function publish(call: Caller, size: number): Promise<void> {
  const audioUrl = await upload(call, 'audio', wavOfSize(size))
  const made = await call('POST', '/api/tracks', { body: { title: 'Room again', audioUrl } })
  expect(made.status).toBe(201)
}
