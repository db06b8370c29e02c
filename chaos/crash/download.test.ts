import { readdirSync, readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack } from '#server/testing/factories.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { upload } from '#server/testing/upload-client.ts'
import { type Deployment, makeDeployment, makeDeploymentBehindProxy } from '../deployment.ts'
import { type Received, receive } from '../download.ts'
import { shareBetweenTests } from '../share-between-tests.ts'

const trackBytes = 8_000_000
const tracks = 3

async function publish(deployment: Deployment) {
  const user = await deployment.createUser()
  const ids: string[] = []
  for (let index = 0; index < tracks; index++) {
    const audioPath = await upload(user.call, 'audio', wavOfSize(trackBytes + 2 * index))
    const fields = { title: `Reel ${index}`, audioPath, allowDownload: true }
    ids.push((await makeTrack(deployment.db, user.id, fields)).id)
  }
  const fields = { type: 'album', title: 'Reels', allowDownload: true } as const
  const release = await makePlaylist(deployment.db, user.id, ids, fields)
  const paths = [`/api/tracks/${ids[0]}/download`, `/api/playlists/${release.id}/download`]
  return { call: user.call, paths }
}

/** What has arrived, and the rest by a range: exactly the file. */
async function expectResumed(call: Caller, path: string, { bytes, etag }: Received) {
  const whole = (await receive(call, path)).bytes
  if (bytes.length === whole.length) return expect(bytes.equals(whole)).toBe(true)
  const headers = { range: `bytes=${bytes.length}-`, 'if-range': etag }
  const rest = await call('GET', path, { headers })
  expect(rest.status).toBe(206)
  const joined = Buffer.concat([bytes, Buffer.from(await rest.arrayBuffer())])
  expect(joined.equals(whole)).toBe(true)
}

test('downloads: kill -9 breaks a file and an archive off visibly, and both are continued', async () => {
  const deployment = await makeDeployment()
  const server = await deployment.start()
  const { call, paths } = await publish(deployment)
  const hasBegun = paths.map(() => Promise.withResolvers<void>())
  const isKilled = Promise.all(hasBegun.map(({ promise }) => promise)).then(async () => {
    server.signal('SIGKILL')
    await server.exitCode()
  })
  const begin = async (index: number) => {
    hasBegun[index]?.resolve()
    await isKilled
  }
  const all = await Promise.all(paths.map((path, index) => receive(call, path, () => begin(index))))
  await deployment.start()
  for (const [index, received] of all.entries()) {
    expect(received.isBroken).toBe(true)
    expect(received.bytes.length).toBeLessThan(received.length)
    await expectResumed(call, paths[index] ?? '', received)
  }
}, 120_000)

const startBehindProxy = shareBetweenTests(async (atEnd) => {
  const { deployment, ...rest } = await makeDeploymentBehindProxy(atEnd)
  return { ...(await publish(deployment)), ...rest }
})

test('downloads: clients that break off leave no open file, and no connection each time', async () => {
  const { call, paths, pid } = await startBehindProxy()
  const handles = () => readdirSync(`/proc/${pid}/fd`)
  const openFiles = () => handles().filter((handle) => isObject(`/proc/${pid}/fd/${handle}`))
  const breakOff = async (path: string) => {
    const response = await call('GET', path)
    const reader = response.body?.getReader()
    await reader?.read()
    seen += openFiles().length
    await reader?.cancel()
  }
  let seen = 0
  const counts: number[] = []
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => breakOff(paths[index % 2] ?? '')))
    await expect.poll(openFiles).toEqual([])
    counts.push(handles().length)
  }
  expect(seen).toBeGreaterThan(0)
  // Those to the database are kept for a while.
  expect(counts[2]).toBeLessThan((counts[0] ?? 0) + 10)
}, 120_000)

function isObject(link: string): boolean {
  try {
    return readlinkSync(link).endsWith('.wav')
  } catch {
    return false
  }
}

test('downloads: a database that is lost meanwhile never makes one short without an error', async () => {
  const { call, paths, proxy } = await startBehindProxy()
  for (const path of paths) {
    const received = await receive(call, path, () => proxy.inject({ kind: 'refuses' }))
    expect(received.isBroken).toBe(received.bytes.length < received.length)
    await proxy.restore()
    await expect.poll(async () => (await call('HEAD', path)).status, { timeout: 20_000 }).toBe(200)
    await expectResumed(call, path, received)
  }
}, 120_000)
