import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderAt } from '#server/platform/postgres/folder.ts'
import { stopAny } from '#server/platform/postgres/postmaster.ts'
import { administrator, signIn } from '#server/testing/accounts.ts'
import { type Caller, createCaller } from '#server/testing/app.ts'
import { prepareCluster } from '#server/testing/prepared-cluster.ts'
import { fixture, wavOfSize } from '#server/testing/sample-files.ts'
import { postmasterPid, startServerProcess } from '#server/testing/server-process.ts'
import { withSmallDisk } from '#server/testing/small-disk.ts'
import { putTo, requestUploadUrl, upload } from '#server/testing/upload-client.ts'
import { batchSteps, expectUploadedOnce } from '../batch-upload.ts'
import { temporaryFolder } from '../deployment.ts'
import { expectFolderIntegrity } from '../integrity.ts'
import { isLong, repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const fillings = repetitions(6, 2)
const MB = 1024 * 1024
const pollOptions = { timeout: 60_000, interval: 50 }

test(`a full disk under PostgreSQL, ${fillings} times: uploads that fit succeed later (seed ${seed})`, {
  ...withSmallDisk(),
  timeout: 600_000,
}, async () => {
  const disk = mountSmallDisk(400)
  if (!disk) throw new Error('No disk was mounted.')
  const random = seededRandom('full disk under the database')
  const server = await open(disk)
  for (let filling = 0; filling < fillings; filling++) {
    const uploadUrl = await requestUploadUrl(server.call)
    const track = await createTrack(server.call, server.lists)
    await expect.poll(() => spareFiles(disk), pollOptions).toHaveLength(2)
    const writing = writeUntilRefused(server.call, track, random, server.lists)
    disk.fill(random.between(0, 200_000))
    await writing
    await expectReserveReleased(disk, server.visitor)
    await expectRefused(server.call, track)
    expect((await putTo(uploadUrl, wavOfSize(random.between(1000, 900_000)))).status).toBe(507)
    expect(readdirSync(temporaryFolder(disk))).toEqual([])
    if (filling % 2 === 1) await killDatabase(disk, server.visitor)
    for (let repetition = 0; repetition < repetitions(20, 2); repetition++)
      await expectReadable(server, track)
    // Signing in and deleting must work, to free disk space.
    await signIn(server.url, administrator)
    const removed = server.lists.pop()
    expect((await server.call('DELETE', `/api/playlists/${removed}`)).status).toBe(204)
    disk.free()
    const writes = async () => (await server.call('POST', `/api/tracks/${track.id}/like`)).status
    await expect.poll(writes, pollOptions).toBe(200)
  }
  const list = async (id: string) => (await server.visitor('GET', `/api/playlists/${id}`)).status
  const found = await Promise.all(server.lists.map(list))
  expect(found).toEqual(server.lists.map(() => 200))
  await expectFolderIntegrity(disk.dataDir)
  await expectUploadsThatFit(disk, server)
})

const steps = isLong('full-disk') ? batchSteps : (['files', 'release'] as const)

test(`a batch and its release are there once after a disk that is full in any step (seed ${seed})`, {
  ...withSmallDisk(),
  timeout: 600_000,
}, async () => {
  const disk = mountSmallDisk(400)
  if (!disk) throw new Error('No disk was mounted.')
  const random = seededRandom('full disk in a batch')
  const { call } = await open(disk)
  const write = async () =>
    (await call('PUT', '/api/users/profile', { body: { bio: 'Here' } })).status
  for (const step of steps)
    await expectUploadedOnce(call, random, {
      step,
      isAnswered: step !== 'files',
      async begin() {
        disk.fill(random.between(0, 200_000))
        await expect.poll(write, pollOptions).toBe(507)
      },
      async end() {
        disk.free()
        await expect.poll(write, pollOptions).toBe(200)
      },
    })
  await expectFolderIntegrity(disk.dataDir)
})

/** Of twice as many concurrent uploads as fit, half are accepted, and each of those succeeds. */
async function expectUploadsThatFit(disk: SmallDisk, { call, output }: RunningServer) {
  const fitting = repetitions(3, 2)
  const file = wavOfSize(40 * MB)
  const urls = await Promise.all(Array.from({ length: 2 * fitting }, () => requestUploadUrl(call)))
  await expect.poll(() => spareFiles(disk), pollOptions).toHaveLength(2)
  const reserve = 32 * MB
  // PostgreSQL may create two more WAL files of 16 MB in the meantime.
  disk.fill(reserve + fitting * file.length + 36 * MB)
  const lines = () =>
    output()
      .split('\n')
      .filter((line) => line.includes('Storage is full'))
  const linesBefore = lines().length
  const responses = await Promise.all(urls.map((uploadUrl) => putTo(uploadUrl, file)))
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, 507].flatMap((status) => new Array(fitting).fill(status)))
  await expect.poll(() => lines().length).toBe(linesBefore + fitting)
  expect(lines().filter((line) => line.includes('"stack"'))).toEqual([])
}

type RunningServer = {
  url: string
  call: Caller
  visitor: Caller
  lists: string[]
  output(): string
}
type Track = { id: string; slug: string }

async function open({ dataDir }: SmallDisk): Promise<RunningServer> {
  const directory = path.join(dataDir, 'postgres')
  onTestFinished(() => stopAny(folderAt(directory)))
  await prepareCluster(directory)
  const server = await startServerProcess(dataDir, { ADMIN_PASSWORD: administrator.password })
  await server.ready()
  const cookie = `sid=${(await signIn(server.url, administrator)).cookie('sid')}`
  const call = createCaller(server.url, { cookie })
  const visitor = createCaller(server.url, {})
  return { url: server.url, call, visitor, lists: [], output: server.output }
}

async function createTrack(call: Caller, lists: string[]): Promise<Track> {
  const audioUrl = await upload(call, 'audio', fixture('tone.mp3'))
  const created = await call('POST', '/api/tracks', { body: { title: 'Kept', audioUrl } })
  expect(created.status).toBe(201)
  const list = await call('POST', '/api/playlists', { body: { title: 'To be deleted' } })
  lists.push(((await list.json()) as { id: string }).id)
  return (await created.json()) as Track
}

const writeCalls = (call: Caller, { id }: Track, text: string) => [
  () => call('PUT', '/api/users/profile', { body: { bio: text } }),
  () => call('POST', `/api/tracks/${id}/like`),
  () => call('POST', `/api/tracks/${id}/play`),
  () => call('POST', '/api/playlists', { body: { title: 'Kept', description: text } }),
  () => call('PUT', `/api/tracks/${id}`, { body: { description: text } }),
]

/** Several users, until each got an error; acknowledged writes are in `lists`. */
async function writeUntilRefused(
  call: Caller,
  track: Track,
  random: SeededRandom,
  lists: string[],
) {
  const write = async () => {
    for (;;) {
      const response = await random.among(
        writeCalls(call, track, 'x'.repeat(random.between(1, 490))),
      )()
      const payload = (await response.json()) as { id: string; message?: string }
      if (response.status === 201) lists.unshift(payload.id)
      else if (response.status === 507) return expectDiskFullMessage(payload)
      // If PostgreSQL needs a new WAL file now, it stops, and restarts with the disk reserve.
      else expect([200, 503], payload.message).toContain(response.status)
    }
  }
  await Promise.all(Array.from({ length: 8 }, write))
}

const expectDiskFullMessage = (payload: { message?: string }) =>
  expect(payload.message).toBe('Storage is full. Please contact the administrator.')

async function expectRefused(call: Caller, track: Track): Promise<void> {
  for (const send of writeCalls(call, track, 'more')) {
    const response = await send()
    expect(response.status).toBe(507)
    expectDiskFullMessage((await response.json()) as { message: string })
  }
}

async function expectReserveReleased({ dataDir }: SmallDisk, visitor: Caller): Promise<void> {
  const { spareFile } = folderAt(path.join(dataDir, 'postgres'))
  await expect.poll(() => existsSync(spareFile), pollOptions).toBe(false)
  await expectReady(visitor)
}

/** Readiness alone is remembered for a second. */
async function expectReady(visitor: Caller): Promise<void> {
  const statuses = async () => [
    (await visitor('GET', '/api/tracks')).status,
    (await visitor('GET', '/readyz')).status,
  ]
  await expect.poll(statuses, pollOptions).toEqual([200, 200])
}

function spareFiles({ dataDir }: SmallDisk): string[] {
  const { spareFile, reserveFile } = folderAt(path.join(dataDir, 'postgres'))
  return [spareFile, reserveFile].filter((file) => existsSync(file))
}

async function killDatabase({ dataDir }: SmallDisk, visitor: Caller): Promise<void> {
  const killedPid = postmasterPid(dataDir)
  process.kill(killedPid, 'SIGKILL')
  // It may be back before its absence could be observed.
  await expect.poll(() => postmasterPid(dataDir), pollOptions).not.toBe(killedPid)
  await expectReady(visitor)
}

async function expectReadable(
  { call, visitor }: RunningServer,
  { id, slug }: Track,
): Promise<void> {
  const sound = await visitor('GET', `/api/tracks/${id}/audio`)
  expect(Buffer.from(await sound.arrayBuffer()).equals(fixture('tone.mp3'))).toBe(true)
  const paths = ['/', `/track/${slug}`, '/api/tracks', '/api/discover', '/api/search?q=kept']
  const responses = await Promise.all([
    ...paths.map((target) => visitor('GET', target)),
    visitor('GET', '/readyz'),
    visitor('GET', '/api/login'),
    call('GET', '/api/auth/user'),
  ])
  expect(responses.map(({ status }) => status)).toEqual([...paths.map(() => 200), 200, 302, 200])
  await Promise.all(responses.map((response) => response.arrayBuffer()))
}
