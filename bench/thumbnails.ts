import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { imageWidths, largeImageWidth } from '#contract/limits.ts'
import { createMedia } from '#server/platform/media/media.ts'
import { ensureSandbox } from '../scripts/build.ts'
import { milliseconds } from './measurement/format.ts'
import { cpuSeconds } from './measurement/processes.ts'
import type { Bench, Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'

const artwork = path.join(import.meta.dirname, '../demo/artwork')
const sourceWidth = 3000
const imageCount = 5
const plainWidth = 256

const plain = `sharp alone, one webp of ${plainWidth} px`
const subject = `Soundpost, checked and made in the sandbox into webps of ${[...imageWidths, largeImageWidth].join(', ')} px`

type Measurement = { ms: number; cpuSeconds: number; bytes: number }

export const bench: Bench = {
  description: `Processing an uploaded JPEG of 3000 by 3000 pixels, compared with sharp creating one thumbnail of it: once, at upload.
Time and CPU time are per image, with one thread of sharp.`,
  tools: [],
  async run({ rounds }) {
    await ensureSandbox()
    const sources = await makeSources()
    const media = createMedia({ imageWidths, largeImageWidth })
    const results = await runRounds(rounds, [
      variant(plain, sources, async (source) => {
        const { length } = await sharp(source).resize(plainWidth).webp().toBuffer()
        return length
      }),
      variant(subject, sources, async (source) => {
        const encoded = await media.encodeImage({
          client: 'bench',
          size: source.length,
          read: async (start, end) => source.subarray(start, end),
        })
        if (!encoded) throw new Error('The image was rejected.')
        return encoded.reduce((sum, { bytes }) => sum + bytes.length, 0)
      }),
    ])
    await media.close()
    return [toRow(plain, results), toRow(subject, results)]
  },
}

function makeSources(): Promise<Buffer[]> {
  const files = globSync('*.webp', { cwd: artwork }).sort().slice(0, imageCount)
  return Promise.all(
    files.map((file) =>
      sharp(readFileSync(path.join(artwork, file)))
        .resize(sourceWidth, sourceWidth)
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  )
}

function variant(
  name: string,
  sources: readonly Buffer[],
  make: (source: Buffer) => Promise<number>,
): Variant<Measurement> {
  return {
    name,
    async run() {
      const startedAt = performance.now()
      const cpu = cpuSeconds(process.pid)
      let bytes = 0
      for (const source of sources) bytes += await make(source)
      return {
        ms: (performance.now() - startedAt) / sources.length,
        cpuSeconds: (cpuSeconds(process.pid) - cpu) / sources.length,
        bytes: bytes / sources.length,
      }
    },
  }
}

function toRow(label: string, results: Rounds<Measurement>): Row {
  const of = (read: (measurement: Measurement) => number) => medianOf(results, label, read)
  return {
    label,
    figure: `${milliseconds(of(({ ms }) => ms))}, ${(of(({ bytes }) => bytes) / 1024).toFixed(1)} KiB in all`,
    cpu: milliseconds(of(({ cpuSeconds }) => cpuSeconds) * 1000),
    ratio: ratioOf(results, label, plain, ({ ms }) => ms),
  }
}
