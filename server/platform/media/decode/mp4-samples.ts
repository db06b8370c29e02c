import { type AudioFile, toBuffer } from '../audio-file.ts'
import {
  boxesIn,
  find,
  isComplete,
  type Mp4Track,
  readBox,
  readTrack,
  type TopLevelBox,
  topLevelBoxes,
} from './mp4-index.ts'

/** A packet for the decoder: its position in the file, and its duration in units of the track's timescale. */
export type Mp4Sample = { start: number; size: number; duration: number }

/** 0 if the file is truncated, of QuickTime, which not every browser plays, or has another codec than AAC and ALAC. */
export async function mp4Seconds(file: AudioFile): Promise<number> {
  const brand = toBuffer(await file.read(8, 12)).toString('latin1')
  if (brand === 'qt  ') return 0
  const boxes = await topLevelBoxes(file)
  const track = isComplete(file, boxes) ? await readTrack(file, boxes) : undefined
  if (!track || !['mp4a', 'alac'].includes(track.codec)) return 0
  let total = track.duration
  if (total === 0) for await (const { duration } of samplesOf(file, boxes, track)) total += duration
  return total / track.timescale
}

/** The samples in the order of time. Of a truncated file, those that exist. */
export async function* samplesOf(
  file: AudioFile,
  boxes: readonly TopLevelBox[],
  track: Mp4Track,
): AsyncGenerator<Mp4Sample> {
  const within = createLimit(file.size)
  yield* within(tableSamples(track.sampleTable))
  for (const box of boxes) {
    if (box.type !== 'moof' || box.end > file.size) continue
    const fragment = await readBox(file, box)
    yield* within(fragmentSamples(fragment, box.start, track))
  }
}

/** No sample with sound is shorter, and the tables of a file have as many bytes for each. */
const minSampleBytes = 4

/** Samples that exist. In damaged tables the same bytes can be in billions of samples: together they are one file. */
function createLimit(fileSize: number) {
  let bytes = 0
  return function* within(samples: Iterable<Mp4Sample>): Generator<Mp4Sample> {
    for (const sample of samples) {
      const { start, size } = sample
      bytes += Math.max(size, minSampleBytes)
      if (start < 0 || size === 0 || start + size > fileSize || bytes > fileSize) return
      yield sample
    }
  }
}

/** The samples of the tables in the index: durations, samples per chunk, sizes and chunk offsets. */
function* tableSamples(table: Buffer): Generator<Mp4Sample> {
  const sizes = find(table, 'stsz')
  const offsets = find(table, 'stco')
  const longOffsets = find(table, 'co64')
  const chunks = find(table, 'stsc')
  const times = find(table, 'stts')
  const offsetTable = offsets ?? longOffsets
  if (!sizes || !offsetTable || !chunks || !times) return
  const uniformSize = sizes.readUInt32BE(4)
  const sampleCount = sizes.readUInt32BE(8)
  const chunkCount = offsetTable.readUInt32BE(4)
  const runCount = chunks.readUInt32BE(4)
  const durations = durationsOf(times)
  let [sample, run] = [0, 0]
  for (let chunk = 0; chunk < chunkCount && sample < sampleCount; chunk++) {
    while (run + 1 < runCount && chunks.readUInt32BE(8 + 12 * (run + 1)) <= chunk + 1) run++
    let start = offsets
      ? offsets.readUInt32BE(8 + 4 * chunk)
      : Number(offsetTable.readBigUInt64BE(8 + 8 * chunk))
    const perChunk = chunks.readUInt32BE(8 + 12 * run + 4)
    for (let i = 0; i < perChunk && sample < sampleCount; i++, sample++) {
      const size = uniformSize || sizes.readUInt32BE(12 + 4 * sample)
      yield { start, size, duration: durations.next().value ?? 0 }
      start += size
    }
  }
}

function* durationsOf(times: Buffer): Generator<number, undefined> {
  for (let entry = 0; entry < times.readUInt32BE(4); entry++) {
    const duration = times.readUInt32BE(12 + 8 * entry)
    for (let count = times.readUInt32BE(8 + 8 * entry); count > 0; count--) yield duration
  }
}

const flag = {
  baseOffset: 0x1,
  description: 0x2,
  duration: 0x8,
  size: 0x10,
  dataOffset: 0x1,
  firstFlags: 0x4,
  sampleDuration: 0x100,
  sampleSize: 0x200,
  sampleFlags: 0x400,
  sampleTime: 0x800,
}

/** The samples of this track in the fragment that starts at `start`. */
function* fragmentSamples(fragment: Buffer, start: number, track: Mp4Track): Generator<Mp4Sample> {
  for (const { type, content } of boxesIn(fragment)) {
    const header = type === 'traf' ? find(content, 'tfhd') : undefined
    if (!header || header.readUInt32BE(4) !== track.id) continue
    const flags = header.readUInt32BE(0)
    const defaults = {
      duration: track.fragmentDefaults?.readUInt32BE(12) ?? 0,
      size: track.fragmentDefaults?.readUInt32BE(16) ?? 0,
    }
    let at = 8
    let base = start
    if (flags & flag.baseOffset) base = Number(header.readBigUInt64BE(at))
    if (flags & flag.baseOffset) at += 8
    if (flags & flag.description) at += 4
    if (flags & flag.duration) defaults.duration = header.readUInt32BE(at)
    if (flags & flag.duration) at += 4
    if (flags & flag.size) defaults.size = header.readUInt32BE(at)
    let next = base
    for (const run of boxesIn(content)) {
      if (run.type !== 'trun') continue
      for (const sample of runSamples(run.content, { base, next, ...defaults })) {
        yield sample
        next = sample.start + sample.size
      }
    }
  }
}

type RunDefaults = { base: number; next: number; duration: number; size: number }

function* runSamples(run: Buffer, defaults: RunDefaults): Generator<Mp4Sample> {
  const flags = run.readUInt32BE(0)
  const hasDataOffset = (flags & flag.dataOffset) !== 0
  let start = hasDataOffset ? defaults.base + run.readInt32BE(8) : defaults.next
  let at = 8 + (hasDataOffset ? 4 : 0) + (flags & flag.firstFlags ? 4 : 0)
  for (let count = run.readUInt32BE(4); count > 0; count--) {
    let { duration, size } = defaults
    if (flags & flag.sampleDuration) duration = run.readUInt32BE(at)
    if (flags & flag.sampleDuration) at += 4
    if (flags & flag.sampleSize) size = run.readUInt32BE(at)
    if (flags & flag.sampleSize) at += 4
    if (flags & flag.sampleFlags) at += 4
    if (flags & flag.sampleTime) at += 4
    yield { start, size, duration }
    start += size
  }
}
