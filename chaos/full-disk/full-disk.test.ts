import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import {
  arrivedParts,
  putTo,
  register,
  requestParts,
  requestUploadUrl,
  sendPart,
  upload,
} from '#server/testing/upload-client.ts'
import { type Deployment, makeDeployment, temporaryFolder } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { isLong, repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { mountSmallDisk, type SmallDisk, simulateSmallDisk } from './small-disk.ts'

const fillings = repetitions(10, 2)

test(`uploads: a disk full ${fillings} times gives 507 and leaves nothing behind (seed ${seed})`, async ({
  annotate,
}) => {
  const disk = mountSmallDisk(8)
  if (!disk)
    await annotate('Mounting is not permitted here: the error of a full disk is simulated.')
  await expectRejectedAndRecovered(disk ?? simulateSmallDisk())
}, 300_000)

if (isLong('full-disk'))
  test(
    `uploads: a simulated ENOSPC, ${fillings} times, gives 507 and leaves nothing (seed ${seed})`,
    () => expectRejectedAndRecovered(simulateSmallDisk()),
    300_000,
  )

test('uploads in parts: a disk that is full when they are joined gives 507 and keeps them', async () => {
  const disk = mountSmallDisk(8) ?? simulateSmallDisk()
  const deployment = await makeDeployment(disk)
  await deployment.start()
  const { call } = await deployment.createUser()
  const file = wavOfSize(900_000)
  const { upload: inParts } = await requestParts(call, file.length)
  expect(await sendPart(call, inParts, { file, partNumber: 1 })).toBe(200)
  disk.fill(200_000)
  expect((await register(call, 'audio', inParts.uploadURL)).status).toBe(507)
  expect(await arrivedParts(call, inParts.id)).toEqual([1])
  expect(readdirSync(temporaryFolder(deployment))).toEqual([])
  disk.free()
  expect((await register(call, 'audio', inParts.uploadURL)).status).toBe(200)
  await expectIntegrity(deployment)
}, 300_000)

async function expectRejectedAndRecovered(disk: SmallDisk): Promise<void> {
  const random = seededRandom('full disk')
  const deployment = await makeDeployment(disk)
  await deployment.start()
  const { call, id } = await deployment.createUser()
  const existing = await deployment.track(id)
  for (let filling = 0; filling < fillings; filling++) {
    disk.fill(random.between(0, 200_000))
    const sizes = Array.from({ length: 8 }, () => random.between(250_000, 900_000))
    const responses = await Promise.all(sizes.map((size) => sendFile(call, size)))
    expect(responses).toEqual(sizes.map(() => 507))
    expect(readdirSync(temporaryFolder(deployment))).toEqual([])
    await expectReadable(deployment, existing.id)
    disk.free()
    await createTrack(call, random.between(1000, 100_000))
  }
  await expectIntegrity(deployment)
}

async function sendFile(call: Caller, size: number): Promise<number> {
  const response = await putTo(await requestUploadUrl(call), wavOfSize(size), 'audio/wav')
  const { message } = (await response.json()) as { message: string }
  expect(message).toMatch(/Storage is full/)
  return response.status
}

async function expectReadable({ visitor }: Deployment, trackId: string): Promise<void> {
  const paths = [`/api/tracks/${trackId}/audio`, '/api/tracks', '/readyz', '/']
  const responses = await Promise.all(paths.map((path) => visitor('GET', path)))
  expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 200))
  await Promise.all(responses.map((response) => response.arrayBuffer()))
}

/** There is disk space again, and no restart was needed. */
async function createTrack(call: Caller, size: number): Promise<void> {
  const audioUrl = await upload(call, 'audio', wavOfSize(size))
  const created = await call('POST', '/api/tracks', {
    body: { title: 'Disk space again', audioUrl },
  })
  expect(created.status).toBe(201)
}
