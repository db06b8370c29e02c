import { mkdtemp, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDescriptorCache, type DescriptorCache } from './descriptor-cache.ts'

let folder: string
let files: DescriptorCache
const paths: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'open-files-'))
  paths.length = 0
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    paths.push(path.join(folder, name))
    await writeFile(path.join(folder, name), name)
  }
  files = createDescriptorCache({ most: 3, idleMs: 60_000 })
})
afterEach(async () => {
  files.close()
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

async function contentOf(file: string): Promise<string | undefined> {
  const opened = await files.acquire(file)
  if (!opened) return undefined
  const { buffer, bytesRead } = await opened.handle.read(Buffer.alloc(100), 0, 100, 0)
  opened.release()
  return buffer.toString('utf8', 0, bytesRead)
}

async function descriptorOf(file: string): Promise<number | undefined> {
  const opened = await files.acquire(file)
  opened?.release()
  return opened?.handle.fd
}

test('a file that was read is still open for the next reader', async () => {
  const file = path.join(folder, 'a')
  expect(await contentOf(file)).toBe('a')
  const first = await descriptorOf(file)
  expect(await Promise.all([descriptorOf(file), descriptorOf(file)])).toEqual([first, first])
})

test('no more than so many stay open, and those that were used last', async () => {
  for (const file of paths) await contentOf(file)
  await whenOpenAre(['d', 'e', 'f'])
  await contentOf(path.join(folder, 'd'))
  await contentOf(path.join(folder, 'a'))
  await whenOpenAre(['a', 'd', 'f'])
})

test('a file that somebody reads stays open until they are done, even if it was removed', async () => {
  const file = path.join(folder, 'a')
  const reading = await files.acquire(file)
  await rm(file)
  files.forget(file)
  const { bytesRead } = (await reading?.handle.read(Buffer.alloc(9), 0, 9, 0)) ?? {}
  expect(bytesRead).toBe(1)
  reading?.release()
  reading?.release()
  await whenOpenAre([])
  expect(await contentOf(file)).toBeUndefined()
})

test('what another process put in its place is noticed after a second', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const file = path.join(folder, 'a')
  expect(await contentOf(file)).toBe('a')
  await rename(path.join(folder, 'b'), file)
  vi.setSystemTime(Date.now() + 1001)
  expect(await contentOf(file)).toBe('b')
  await rm(file)
  vi.setSystemTime(Date.now() + 1001)
  expect(await contentOf(file)).toBeUndefined()
})

test('a file that nobody reads for a while is closed', async () => {
  files.close()
  files = createDescriptorCache({ most: 3, idleMs: 20 })
  await contentOf(path.join(folder, 'a'))
  await whenOpenAre([])
})

test('closing closes all', async () => {
  for (const file of paths) await contentOf(file)
  files.close()
  await whenOpenAre([])
})

/** Asks the system itself where it can be asked. */
async function whenOpenAre(names: string[]): Promise<void> {
  if (process.platform !== 'linux') return
  await vi.waitFor(
    async () => {
      const descriptors = await readdir('/proc/self/fd')
      const links = descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''))
      const open = (await Promise.all(links)).filter((link) => path.dirname(link) === folder)
      expect(open.map((link) => path.basename(link).slice(0, 1)).sort()).toEqual(names)
    },
    { timeout: 10_000 },
  )
}
