import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { removeReleasedFiles } from '#server/modules/uploads/cleanup-service.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import type { Caller } from '#server/testing/app.ts'
import { type Fault, startFaultProxy } from '#server/testing/fault-proxy.ts'
import { settingsOf, startTestS3, withS3 } from '#server/testing/s3.ts'
import { fixture } from '#server/testing/sample-files.ts'
import {
  putTo,
  register,
  requestUploadUrl,
  upload,
  uploadFile,
} from '#server/testing/upload-client.ts'
import { type Deployment, makeDeployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { isLong, repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { measureLatency, timeResponse } from './timed-response.ts'

const rounds = repetitions(12, 2)
const mp3 = fixture('tone.mp3')
const s3 = await startTestS3()

test(`an S3 store that fails, ${rounds} times: registering gives 503 and recovers (seed ${seed})`, {
  ...withS3(s3),
  timeout: 600_000,
}, async () => {
  if (!s3) return
  const random = seededRandom('store outage')
  const proxy = await startFaultProxy(new URL(s3.config.endpoint ?? ''))
  onTestFinished(proxy.close)
  const deployment = await makeDeployment({
    objects: s3.config,
    env: settingsOf(s3.config, proxy.url),
  })
  await deployment.start()
  const { call } = await deployment.createUser()
  const latency = measureLatency(deployment.url)
  onTestFinished(latency.stop)
  for (const [round, fault] of faultsFor(rounds).entries()) {
    const deletedTrack = await createTrack(call)
    const [sent, registered] = [await uploadFile(call, mp3), await upload(call, 'audio', mp3)]
    await delay(random.between(0, 100))
    await proxy.inject(fault)
    const registering = await timeResponse('register', register(call, 'audio', sent))
    expect(registering, JSON.stringify(fault)).toMatchObject({ status: 503 })
    expect(registering.ms).toBeLessThan(latency.bound())
    // Calls that need no file succeed: deletes, and tracks of files that are registered.
    expect((await call('DELETE', `/api/tracks/${deletedTrack.id}`)).status).toBe(204)
    const body = { title: 'Meanwhile', audioUrl: registered }
    expect((await call('POST', '/api/tracks', { body })).status).toBe(201)
    const ready = await timeResponse('readyz', deployment.visitor('GET', '/readyz'))
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('the object store')])
    const { key } = audioObject(deletedTrack.audioUrl) ?? { key: '' }
    expect(await deployment.store.stat(key)).toBeDefined()
    await proxy.restore()
    await expectRecovered(deployment, call, sent)
    await expectRemoved(deployment, key, {
      byTheServer: isLong('outage') && round === rounds - 1,
    })
  }
  await expectIntegrity(deployment)
})

function faultsFor(count: number): Fault[] {
  const random = seededRandom('kinds of store outage')
  const kinds = (): Fault[] => [
    { kind: 'hangs' },
    { kind: 'refuses' },
    { kind: 'disconnects', afterBytes: random.between(0, 200) },
    {
      kind: 'responds',
      text: `HTTP/1.1 ${random.among([500, 502, 503])} No\r\ncontent-length: 0\r\n\r\n`,
    },
  ]
  const sequence = Array.from({ length: Math.ceil(count / 4) }, () => random.shuffled(kinds()))
  return sequence.flat().slice(0, count)
}

async function createTrack(call: Caller): Promise<{ id: string; audioUrl: string }> {
  const audioUrl = await upload(call, 'audio', mp3)
  const response = await call('POST', '/api/tracks', { body: { title: 'Going', audioUrl } })
  return { id: ((await response.json()) as { id: string }).id, audioUrl }
}

/** By the next run of housekeeping: the server runs it every minute; otherwise this test runs it. */
async function expectRemoved(
  deployment: Deployment,
  key: string,
  { byTheServer }: { byTheServer: boolean },
) {
  if (!byTheServer) await removeReleasedFiles(deployment)
  const pollOptions = { timeout: byTheServer ? 180_000 : 1000, interval: 1000 }
  await expect.poll(() => deployment.store.stat(key), pollOptions).toBeUndefined()
}

/** Without a restart, and including files that were sent before: their bytes are unchanged. */
async function expectRecovered(deployment: Deployment, call: Caller, sent: string): Promise<void> {
  const again = async () => (await register(call, 'audio', sent)).status
  await expect.poll(again, { timeout: 60_000, interval: 200 }).toBe(200)
  const { objectPath } = (await (await register(call, 'audio', sent)).json()) as {
    objectPath: string
  }
  const created = await call('POST', '/api/tracks', {
    body: { title: 'Back', audioUrl: objectPath },
  })
  const { id } = (await created.json()) as { id: string }
  const audio = await call('GET', `/api/tracks/${id}/audio`, { redirect: 'follow' })
  expect(mp3.equals(Buffer.from(await audio.arrayBuffer()))).toBe(true)
  expect((await putTo(await requestUploadUrl(call), mp3)).status).toBe(200)
  // It is remembered for a second.
  const ready = async () => (await deployment.visitor('GET', '/readyz')).status
  await expect.poll(ready, { timeout: 5000, interval: 200 }).toBe(200)
}
