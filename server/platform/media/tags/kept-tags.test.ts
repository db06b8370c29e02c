import { type IAudioMetadata, parseBuffer } from 'music-metadata'
import { beforeAll, describe, expect, test } from 'vitest'
import { wavWithChunk } from '#server/testing/hostile-files.ts'
import { retag } from '#server/testing/retag.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import type { Tags } from './tags.ts'

/** What the file says and the site does not. */

const known: Tags = { title: 'New', artist: 'Mira', covers: [] }
const tagged = fixture('tone.mp3')
const audio = tagged.subarray(tagged.indexOf('\xff\xfb', 0, 'latin1'))
const syncSafe = (length: number) => [21, 14, 7, 0].map((bits) => (length >> bits) & 0x7f)
const uint32 = (value: number) => [24, 16, 8, 0].map((bits) => (value >> bits) & 0xff)

function tag(version: number, frames: Buffer[], flags = 0): Buffer {
  const content = Buffer.concat(frames)
  const header = Buffer.from([0x49, 0x44, 0x33, version, 0, flags, ...syncSafe(content.length)])
  return Buffer.concat([header, content])
}

const frame3 = (name: string, content: Buffer, length = content.length) =>
  Buffer.concat([Buffer.from(name), Buffer.from([...uint32(length), 0, 0]), content])
const frame2 = (name: string, content: Buffer) =>
  Buffer.concat([Buffer.from(name), Buffer.from(uint32(content.length).slice(1)), content])
const latin1 = (text: string) => Buffer.from(`\0${text}`, 'latin1')
const utf16Text = (text: string) =>
  Buffer.concat([Buffer.from([1]), Buffer.from(`\ufeff${text}`, 'utf16le')])

let picture: Buffer
let other: Buffer
beforeAll(async () => {
  picture = await createImage({ format: 'jpeg', width: 200, height: 200 })
  other = await createImage({ format: 'jpeg', width: 210, height: 210 })
})

const retagged = async (file: Buffer, tags: Partial<Tags> = {}): Promise<IAudioMetadata> =>
  parseBuffer(await retag('mp3', file, { ...known, ...tags }))

test('kept tags: those of ID3v2.3 stay, and its date is the day that the file says', async () => {
  const old = tag(3, [
    frame3('TIT2', utf16Text('Old')),
    frame3('TCON', latin1('Jazz')),
    frame3('TCOM', utf16Text('Ada Holm')),
    frame3('TYER', latin1('1999')),
    frame3('TDAT', latin1('0412')),
    frame3('IPLS', latin1('producer\0Ines Calder')),
    frame3('TXXX', latin1('MOOD\0calm')),
    frame3('PRIV', Buffer.from('www.example.org\0\x01\x02')),
  ])
  const { common, native } = await retagged(Buffer.concat([old, audio]))
  expect(common).toMatchObject({
    title: 'New',
    artist: 'Mira',
    genre: ['Jazz'],
    composer: ['Ada Holm'],
    date: '1999-12-04',
  })
  const names = native['ID3v2.4']?.map(({ id }) => id)
  expect(names).toEqual(expect.arrayContaining(['TXXX:MOOD', 'PRIV', 'TIPL']))
})

test('kept tags: a year alone stays a year, and no day is added', async () => {
  const old = tag(3, [frame3('TYER', latin1('1999'))])
  expect((await retagged(Buffer.concat([old, audio]))).common.date).toBe('1999')
  const { common } = await retagged(Buffer.concat([old, audio]), { date: '2001' })
  expect(common.date).toBe('2001')
  expect((await retagged(audio)).common.date).toBeUndefined()
})

test('kept tags: frames of ID3v2.2 get the names that they have today', async () => {
  const head = Buffer.from('\0JPG\x03\0', 'latin1')
  const old = tag(2, [
    frame2('TT2', latin1('Old')),
    frame2('TCM', latin1('Ada Holm')),
    frame2('TYE', latin1('1999')),
    frame2('COM', Buffer.from('\0eng\0Live in Oslo')),
    frame2('PIC', Buffer.concat([head, picture])),
    frame2('CRM', Buffer.from('of 2.2 alone')),
  ])
  const { common } = await retagged(Buffer.concat([old, audio]))
  expect(common).toMatchObject({ title: 'New', composer: ['Ada Holm'], date: '1999' })
  expect(common.comment?.[0]?.text).toBe('Live in Oslo')
  expect(Buffer.from(common.picture?.[0]?.data ?? [])).toEqual(picture)
})

test('kept tags: an unsynchronized tag stays readable, also a long frame', async () => {
  const bytes = Buffer.alloc(4000, 'a\xff\0b\xff\xe0', 'latin1')
  const content = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), bytes])
  const stored = Buffer.from(
    content.toString('latin1').replaceAll(/\xff(?=[\0\xe0-\xff])/g, '\xff\0'),
    'latin1',
  )
  expect(stored.length).toBeGreaterThan(content.length)
  const old = tag(
    3,
    [
      frame3('TCOM', latin1('Ada')),
      frame3('APIC', stored, content.length),
      frame3('TALB', latin1('Old')),
    ],
    0x80,
  )
  const { common } = await retagged(Buffer.concat([old, audio]))
  expect(common).toMatchObject({ composer: ['Ada'], album: 'Old' })
  expect(Buffer.from(common.picture?.[0]?.data ?? [])).toEqual(bytes)
})

test('kept tags: the lengths that old versions of iTunes wrote are understood', async () => {
  const text = latin1('a'.repeat(300))
  const old = tag(4, [frame3('TCOM', text), frame3('TCON', latin1('Jazz'))])
  const { common } = await retagged(Buffer.concat([old, audio]))
  expect(common).toMatchObject({ composer: ['a'.repeat(300)], genre: ['Jazz'] })
})

test('kept tags: what only ID3v1 and APE at the end say becomes part of the one tag', async () => {
  const id3v1 = Buffer.alloc(128)
  id3v1.write('TAG')
  for (const [at, text] of [
    [3, 'Old'],
    [63, 'Harbor Tapes'],
    [93, '1999'],
  ] as const)
    id3v1.write(text, at, 'latin1')
  id3v1[127] = 8
  const item = (key: string, value: string) => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(Buffer.byteLength(value))
    return Buffer.concat([head, Buffer.from(`${key}\0${value}`)])
  }
  const items = Buffer.concat([item('Title', 'Old'), item('REPLAYGAIN_TRACK_GAIN', '-6.2 dB')])
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX')
  footer.writeUInt32LE(2000, 8)
  footer.writeUInt32LE(items.length + 32, 12)
  footer.writeUInt32LE(2, 16)
  const { common, native } = await retagged(Buffer.concat([audio, items, footer, id3v1]))
  expect(Object.keys(native)).toEqual(['ID3v2.4'])
  expect(common).toMatchObject({
    title: 'New',
    album: 'Harbor Tapes',
    date: '1999',
    genre: ['Jazz'],
    replaygain_track_gain: { dB: -6.2 },
  })
})

test('kept tags: the front cover is replaced, and the picture of something else stays', async () => {
  const apic = (type: string, bytes: Buffer) =>
    frame3('APIC', Buffer.concat([Buffer.from(`\0image/jpeg\0${type}\0`, 'latin1'), bytes]))
  const old = tag(3, [apic('\x03', picture), apic('\x04', other)])
  const cover = { bytes: await createImage({ format: 'jpeg' }), width: 300, height: 300 }
  const { common } = await retagged(Buffer.concat([old, audio]), { covers: [cover] })
  const found = common.picture?.map(({ data }) => Buffer.from(data))
  expect(found).toHaveLength(2)
  expect(found).toEqual(expect.arrayContaining([cover.bytes, other]))
})

test('kept tags: a release numbers its tracks without discs, so that of the file goes', async () => {
  const old = tag(3, [frame3('TPOS', latin1('2/2')), frame3('TRCK', latin1('3/7'))])
  const file = Buffer.concat([old, audio])
  expect((await retagged(file)).common).toMatchObject({ track: { no: 3 }, disk: { no: 2 } })
  const { common } = await retagged(file, { track: { number: 10, total: 14 } })
  expect(common).toMatchObject({ track: { no: 10, of: 14 }, disk: { no: null } })
})

describe('of other formats', () => {
  test('kept tags: a FLAC keeps its cue sheet, applications and seek table', async () => {
    const flac = fixture('tone.flac')
    const block = (type: number, content: Buffer) =>
      Buffer.concat([Buffer.from([type, ...uint32(content.length).slice(1)]), content])
    const infoEnd = 42
    const added = [block(2, Buffer.from('peem1234')), block(5, Buffer.alloc(2000, 7))]
    const file = Buffer.concat([flac.subarray(0, infoEnd), ...added, flac.subarray(infoEnd)])
    const written = await retag('flac', file, known)
    for (const each of added) expect(written.includes(each)).toBe(true)
  })

  test('kept tags: an MP4 keeps free-form items of others, and its ISRC only if the site has none', async () => {
    const once = await retag('m4a', fixture('tone.m4a'), { ...known, isrc: 'DEA012600001' })
    const isrcOf = async (tags: Tags) =>
      (await parseBuffer(await retag('m4a', once, tags))).common.isrc
    expect(await isrcOf(known)).toEqual(['DEA012600001'])
    expect(await isrcOf({ ...known, isrc: 'DEA012600002' })).toEqual(['DEA012600002'])
  })

  test('kept tags: a WAV keeps its broadcast data, its texts and the frames of its ID3 chunk', async () => {
    const bext = wavWithChunk('bext', Buffer.alloc(602, 'b'))
    const once = await retag('wav', bext, { ...known, album: 'Old', date: '1999' })
    const written = await retag('wav', once, { ...known, title: 'Newer' })
    expect(written.includes(Buffer.alloc(602, 'b'))).toBe(true)
    const { common, native } = await parseBuffer(written)
    expect(common).toMatchObject({ title: 'Newer', album: 'Old', date: '1999' })
    expect(native['exif']?.filter(({ id }) => id === 'IPRD')).toHaveLength(1)
  })
})
