import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import {
  type ByteSource,
  bytesSource,
  readBytes,
  wholeOf,
} from '#server/platform/objects/byte-source.ts'
import { needsProgram } from '#server/testing/needs.ts'
import { openZip } from './unzip.ts'
import { createChecksums, type ZipMember, zipSource } from './zip.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

const modified = new Date('2026-12-04T09:00:00Z')
const files: Record<string, Buffer> = {
  '01 Соль 鹽.mp3': randomBytes(70_000),
  '02 Ström.flac': randomBytes(90_000),
  'credits.txt': Buffer.alloc(0),
}

const membersOf = (contents: Record<string, Buffer>): ZipMember[] =>
  Object.entries(contents).map(([name, bytes]) => ({
    name,
    content: bytesSource(bytes),
    version: name,
  }))

const zipFiles = () => zipSource(membersOf(files), { modified, checksums: createChecksums() })

async function save(zip: ByteSource): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.zip`)
  await writeFile(file, Readable.from(zip.read(wholeOf(zip))))
  return file
}

test('ZIP: another program reads every file of it, with names in any script', async () => {
  const archive = await openZip(await save(zipFiles()))
  for (const [name, content] of Object.entries(files)) {
    const entry = await archive.open(name)
    const chunks = await (await entry?.read())?.toArray()
    expect(Buffer.concat(chunks ?? [])).toEqual(content)
  }
  archive.close()
})

test('ZIP: unzip finds no errors in it', needsProgram('unzip'), async () => {
  const { stdout } = await promisify(execFile)('unzip', ['-t', await save(zipFiles())])
  expect(stdout).toContain('No errors detected')
})

test('ZIP: its size is known before it is read, and it is the same each time', async () => {
  const [first, second] = [zipFiles(), zipFiles()]
  const bytes = await readBytes(first, wholeOf(first))
  expect(bytes).toHaveLength(first.size)
  expect(await readBytes(second, wholeOf(second))).toEqual(bytes)
})

test('ZIP: a download that continues anywhere has the same bytes', async () => {
  const whole = await readBytes(zipFiles(), wholeOf(zipFiles()))
  for (let start = 0; start < whole.length; start += 9973) {
    const zip = zipFiles()
    const end = zip.size - 1
    expect(await readBytes(zip, { start, end })).toEqual(whole.subarray(start))
  }
})

test('ZIP: what a resumed download needs of the files before is computed once', async () => {
  let reads = 0
  const counted = membersOf(files).map((member) => ({
    ...member,
    content: {
      size: member.content.size,
      read: (range: { start: number; end: number }) => {
        reads++
        return member.content.read(range)
      },
    },
  }))
  const zip = zipSource(counted, { modified, checksums: createChecksums() })
  const tail = { start: zip.size - 10, end: zip.size - 1 }
  await Promise.all([readBytes(zip, tail), readBytes(zip, tail), readBytes(zip, tail)])
  expect(reads).toBe(2)
})

const GiB = 1024 ** 3

/** Zeros, of which nothing is in memory. */
const zeros = (size: number): ByteSource => ({
  size,
  async *read({ start, end }) {
    const block = Buffer.alloc(1024 * 1024)
    for (let at = start; at <= end; at += block.length) yield block.subarray(0, end + 1 - at)
  },
})

test('ZIP: one of more than 4 GiB is a ZIP64, whose last file is found', async () => {
  const checksums = createChecksums()
  const members = Array.from({ length: 6 }, (_, index) => {
    const version = `${index}.flac`
    // Known, as after a first download: this test is not about reading gigabytes.
    checksums.record(version, 0)
    return { name: version, content: zeros(GiB), version }
  })
  const last = { name: 'last.txt', content: bytesSource(Buffer.from('end')), version: 'last' }
  const zip = zipSource([...members, last], { modified, checksums })
  expect(zip.size).toBeGreaterThan(6 * GiB)
  const archive = await promisify<RandomAccessReader, number, object, ZipFile>(
    fromRandomAccessReader,
  )(new SourceReader(zip), zip.size, { lazyEntries: true, autoClose: false })
  const entries: Entry[] = []
  archive.on('entry', (entry: Entry) => {
    entries.push(entry)
    archive.readEntry()
  })
  archive.readEntry()
  await new Promise((resolve) => archive.once('end', resolve))
  expect(entries).toHaveLength(7)
  const open = promisify<Entry, Readable>(archive.openReadStream.bind(archive))
  const stream = await open(entries.at(-1) as Entry)
  expect(Buffer.concat(await stream.toArray()).toString()).toBe('end')
})

class SourceReader extends RandomAccessReader {
  readonly #source: ByteSource
  constructor(source: ByteSource) {
    super()
    this.#source = source
  }
  override _readStreamForRange(start: number, end: number) {
    return Readable.from(this.#source.read({ start, end: end - 1 }))
  }
}
