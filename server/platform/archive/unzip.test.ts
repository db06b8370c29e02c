import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '#server/testing/zip.ts'
import { ArchiveError, openZip } from './unzip.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'soundpost-zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** An archive whose records declare something that is not true. */
async function forge(
  texts: Record<string, string>,
  change: (zip: Buffer) => Buffer = (zip) => zip,
) {
  const file = path.join(folder, `${crypto.randomUUID()}.zip`)
  await writeFile(file, change(await zipOf(texts)))
  return file
}

const replace = (from: string, to: string) => (zip: Buffer) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')

/** The record of a file in the central directory: the first, or the next. */
const centralRecord = (zip: Buffer, from = 0) => zip.indexOf('PK\x01\x02', from, 'latin1')

/** The size of every file. */
const declareSize = (bytes: number) => (zip: Buffer) => {
  for (let at = centralRecord(zip); at >= 0; at = centralRecord(zip, at + 1))
    zip.writeUInt32LE(bytes, at + 24)
  return zip
}

test.each([
  ['/etc/passwd', '_etc_passwd'],
  ['../passwd', 'xx_passwd'],
  ['a/../../pw', 'a_xx_xx_pw'],
])('archives: one with the path %s is refused', async (hostile, harmless) => {
  const file = await forge({ [harmless]: 'text' }, replace(harmless, hostile))
  await expect(openZip(file)).rejects.toThrow(ArchiveError)
})

test('archives: one that is much larger unpacked is refused before anything is unpacked', async () => {
  const texts = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`${index}.json`, 'text']))
  const allowed = await openZip(await forge(texts(8), declareSize(30_000_000)))
  allowed.close()
  const file = await forge(texts(9), declareSize(30_000_000))
  await expect(openZip(file)).rejects.toThrow('much larger unpacked')
})

test('archives: a text that is larger than it says, or than memory permits, is not read', async () => {
  const archive = await openZip(
    await forge({ 'tracks.json': ' '.repeat(1_000_000) }, declareSize(10)),
  )
  await expect(archive.readText('tracks.json')).rejects.toThrow('tracks.json is damaged')
  archive.close()
  const large = await openZip(await forge({ 'tracks.json': 'text' }, declareSize(64_000_001)))
  await expect(large.readText('tracks.json')).rejects.toThrow('tracks.json is too large')
  large.close()
})

test('archives: a wrong checksum and an encrypted file are damaged, a missing one is undefined', async () => {
  const wrong = await openZip(
    await forge({ 'a.json': 'text' }, (zip) => {
      zip.writeUInt32LE(1, centralRecord(zip) + 16)
      return zip
    }),
  )
  await expect(wrong.readText('a.json')).rejects.toThrow('a.json is damaged')
  expect(await wrong.readText('b.json')).toBeUndefined()
  expect(await wrong.open('b.json')).toBeUndefined()
  wrong.close()
  const encrypted = await openZip(
    await forge({ 'a.json': 'text' }, (zip) => {
      zip.writeUInt16LE(1, centralRecord(zip) + 8)
      return zip
    }),
  )
  await expect(encrypted.readText('a.json')).rejects.toThrow('a.json is damaged')
  encrypted.close()
})

test('archives: a name that is there twice is refused, and the other files are read', async () => {
  const file = await forge(
    { 'a.json': '1', 'b.json': '2', 'c.json': '3' },
    replace('b.json', 'a.json'),
  )
  const archive = await openZip(file)
  await expect(archive.readText('a.json')).rejects.toThrow('a.json is in the archive twice')
  expect(await archive.readText('c.json')).toBe('3')
  archive.close()
})

test('archives: one that says it has more files than it has is refused', async () => {
  const file = await forge({ 'a.json': '' }, (zip) => {
    // The counts of the end record.
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
    zip.writeUInt16LE(0xfff0, end + 8)
    zip.writeUInt16LE(0xfff0, end + 10)
    return zip
  })
  await expect(openZip(file)).rejects.toThrow(ArchiveError)
})

test('archives: one with more files than an export can have is refused before its directory is read', async () => {
  const count = (entries: number) => (zip: Buffer) => {
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
    // ZIP64, which can hold such a number.
    const record = Buffer.alloc(76)
    record.write('PK\x06\x06', 0, 'latin1')
    record.writeBigUInt64LE(44n, 4)
    for (const offset of [24, 32]) record.writeBigUInt64LE(BigInt(entries), offset)
    record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 12)), 40)
    record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 16)), 48)
    record.write('PK\x06\x07', 56, 'latin1')
    record.writeBigUInt64LE(BigInt(end), 64)
    record.writeUInt32LE(1, 72)
    const last = Buffer.from(zip.subarray(end))
    for (const offset of [8, 10]) last.writeUInt16LE(0xffff, offset)
    return Buffer.concat([zip.subarray(0, end), record, last])
  }
  const one = await openZip(await forge({ 'a.json': 'text' }, count(1)))
  expect(await one.readText('a.json')).toBe('text')
  one.close()
  const file = await forge({ 'a.json': 'text' }, count(200_001))
  await expect(openZip(file)).rejects.toThrow('it has too many files')
})
