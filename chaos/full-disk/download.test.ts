import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderAt } from '#server/platform/postgres/folder.ts'
import { stopAny } from '#server/platform/postgres/postmaster.ts'
import { administrator, signIn } from '#server/testing/accounts.ts'
import { type Caller, createCaller } from '#server/testing/app.ts'
import { prepareCluster } from '#server/testing/prepared-cluster.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { startServerProcess } from '#server/testing/server-process.ts'
import { withSmallDisk } from '#server/testing/small-disk.ts'
import { upload } from '#server/testing/upload-client.ts'
import { receive } from '../download.ts'
import { expectFolderIntegrity } from '../integrity.ts'
import { mountSmallDisk } from './small-disk.ts'

/** More than the buffers of a connection. */
const trackBytes = 40_000_000
const pollOptions = { timeout: 60_000, interval: 50 }

test('downloads: a disk that fills up meanwhile breaks neither a file nor an archive off', {
  ...withSmallDisk(),
  timeout: 240_000,
}, async () => {
  const disk = mountSmallDisk(400)
  if (!disk) throw new Error('No disk was mounted.')
  const directory = path.join(disk.dataDir, 'postgres')
  onTestFinished(() => stopAny(folderAt(directory)))
  await prepareCluster(directory)
  const server = await startServerProcess(disk.dataDir, { ADMIN_PASSWORD: administrator.password })
  await server.ready()
  const cookie = `sid=${(await signIn(server.url, administrator)).cookie('sid')}`
  const owner = createCaller(server.url, { cookie })
  const visitor = createCaller(server.url, {})
  const write = async () =>
    (await owner('PUT', '/api/users/profile', { body: { bio: 'Here' } })).status
  for (const target of await publish(owner)) {
    const whole = await receive(visitor, target)
    expect(whole.bytes).toHaveLength(whole.length)
    const meanwhile = await receive(visitor, target, async () => {
      disk.fill(0)
      await expect.poll(write, pollOptions).toBe(507)
    })
    expect(meanwhile.isBroken).toBe(false)
    expect(meanwhile.bytes.equals(whole.bytes)).toBe(true)
    await expect.poll(async () => (await visitor('GET', '/readyz')).status, pollOptions).toBe(200)
    disk.free()
    await expect.poll(write, pollOptions).toBe(200)
  }
  await expectFolderIntegrity(disk.dataDir)
})

/** The downloads of a track, and of the album that it is on. */
async function publish(owner: Caller): Promise<string[]> {
  const create = async (to: string, body: object) => {
    const created = (await (await owner('POST', to, { body })).json()) as { id: string }
    await owner('PUT', `${to}/${created.id}`, { body: { allowDownload: true } })
    return `${to}/${created.id}`
  }
  const audioUrl = await upload(owner, 'audio', wavOfSize(trackBytes))
  const track = await create('/api/tracks', { title: 'Reel', audioUrl })
  const album = await create('/api/playlists', { title: 'Reels', type: 'album' })
  await owner('POST', `${album}/tracks`, { body: { trackId: path.basename(track) } })
  return [`${track}/download`, `${album}/download`]
}
