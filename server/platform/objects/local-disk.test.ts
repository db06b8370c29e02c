import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { StartupError } from '#server/errors.ts'
import { openDiskWithUploadServer } from '#server/testing/disk-upload-server.ts'
import { isLocalDisk, openLocalDisk } from './local-disk.ts'
import { testObjectStore } from './object-store.suite.ts'
import { StoreUnavailable } from './object-store.ts'

const asAudio = { contentType: 'audio/mpeg' }
const storage = await openDiskWithUploadServer()
const { publicUrl } = storage
afterAll(storage.stop)

testObjectStore('the disk store', storage.reopen)

test('half-written files of a killed server are removed, files being written are not', async () => {
  const own = await mkdtemp(path.join(tmpdir(), 'local-disk-'))
  await (await openLocalDisk({ directory: own, publicUrl, secret: 's' })).close()
  const [old, fresh] = ['old', 'fresh'].map((name) => path.join(own, '.temporary', name))
  await writeFile(old ?? '', 'half')
  await writeFile(fresh ?? '', 'half')
  const yesterday = new Date(Date.now() - 86_400_000)
  await utimes(old ?? '', yesterday, yesterday)
  await (await openLocalDisk({ directory: own, publicUrl, secret: 's' })).close()
  expect(await readdir(path.join(own, '.temporary'))).toEqual(['fresh'])
  await rm(own, { recursive: true })
})

test('a file in the wrong folder is not listed', async () => {
  const own = await mkdtemp(path.join(tmpdir(), 'local-disk-'))
  const store = await openLocalDisk({ directory: own, publicUrl, secret: 's' })
  await store.write('audio/one.mp3', Buffer.from('one'), asAudio)
  const file = path.join(own, '..', store.pathFor('audio/one.mp3'))
  const elsewhere = path.join(own, 'audio', file.includes('/000/') ? '001' : '000')
  await mkdir(elsewhere, { recursive: true })
  await rename(file, path.join(elsewhere, 'one.mp3'))
  const listed: string[] = []
  for await (const { key } of store.list('audio/')) listed.push(key)
  await store.close()
  await rm(own, { recursive: true })
  expect(listed).toEqual([])
})

test('the ETag is the same after a restart, and changes with the file', async () => {
  const { etag } = await storage.disk.write('audio/tagged', Buffer.from('one'), asAudio)
  const restarted = await storage.reopen()
  expect((await restarted.stat('audio/tagged'))?.etag).toBe(etag)
  const file = path.join(storage.directory, '..', restarted.pathFor('audio/tagged'))
  await appendFile(file, 'more')
  expect((await restarted.stat('audio/tagged'))?.etag).not.toBe(etag)
  await restarted.close()
})

test('a folder that cannot be created fails the start with one sentence', async () => {
  const file = path.join(storage.directory, 'a-file')
  await writeFile(file, '')
  const opening = openLocalDisk({ directory: path.join(file, 'x'), publicUrl, secret: 's' })
  await expect(opening).rejects.toThrow(StartupError)
  await expect(opening).rejects.toThrow(
    `The folder ${file}/x for files cannot be written (ENOTDIR): a part of this path is a file; name another folder.`,
  )
  const nowhere = process.platform === 'linux' ? '/proc/soundpost' : file
  await expect(openLocalDisk({ directory: nowhere, publicUrl, secret: 's' })).rejects.toThrow(
    `The folder ${nowhere} for files cannot be written (`,
  )
})

test('an unmounted disk is an unavailable store, not an empty one', async () => {
  const own = await mkdtemp(path.join(tmpdir(), 'local-disk-'))
  const store = await openLocalDisk({ directory: own, publicUrl, secret: 's' })
  await store.check()
  await rm(own, { recursive: true })
  const calls = [
    store.check(),
    store.stat('audio/x'),
    store.read('audio/x'),
    store.openFile('audio/x'),
    store.move('uploads/x', 'checking/x', asAudio),
    // If this succeeded, the file would stay forever once the disk is mounted again.
    store.remove('audio/x'),
  ]
  await Promise.all(calls.map((call) => expect(call).rejects.toThrow(StoreUnavailable)))
  await store.close()
})

test('the disk store has no origins and no presigned download URLs', async () => {
  expect(isLocalDisk(storage.disk)).toBe(true)
  expect(storage.disk.origins).toEqual([])
  const options = { ...asAudio, expiresInSeconds: 60, isPublic: true }
  expect(await storage.disk.presignedDownloadUrl('audio/x', options)).toBeUndefined()
})
