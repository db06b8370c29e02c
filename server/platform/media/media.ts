import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { MiB, memoryBudget } from '#server/platform/memory/memory-budget.ts'
import type { AudioFile } from './audio-file.ts'
import { type AudioFormat, audioFormats } from './audio-formats.ts'
import { type Job, TaskFailed } from './sandbox/job.ts'
import { createSandbox, type SandboxOptions } from './sandbox/sandbox.ts'
import { imageFormat, looksLikeAudio, signatureLength } from './signatures.ts'
import { parseLayout, type TagLayout } from './tags/layout.ts'

/** An uploaded file. No client delays the files of others. */
type MediaFile = AudioFile & { client: string }

type AudioMetadata = {
  format: AudioFormat
  durationSeconds: number
  tagLayout: TagLayout
}
export type ImageVariant = { width: number; bytes: Uint8Array }

export type Media = {
  /** Undefined if the file is not supported audio, or if parsing takes too much time or memory. */
  probeAudio(file: MediaFile): Promise<AudioMetadata | undefined>
  /** One WebP per width, and a large one if the image allows it; undefined if the file is not a supported image, or if decoding takes too much. */
  encodeImage(file: MediaFile): Promise<ImageVariant[] | undefined>
  /** Starts a process early, because a file is being uploaded. */
  warmUp(): void
  close(): Promise<void>
}

const limits = {
  audio: { cpuMs: 4000, wallMs: 30_000 },
  image: { cpuMs: 8000, wallMs: 40_000, outputBytes: 8 * MiB },
}

const defaults: SandboxOptions = {
  // On two cores one is left for the server.
  concurrency: availableParallelism() > 2 ? 2 : 1,
  maxQueue: 100,
  maxQueuePerClient: 20,
  // Images within the limits took 430 MiB at most.
  maxMemoryBytes: memoryBudget(0.25, { min: 384 * MiB, max: 640 * MiB }),
  maxCpuSeconds: 600,
  niceness: 19,
  preload: ['audio-metadata', 'image-variants'],
}

type Options = {
  imageWidths: readonly number[]
  largeImageWidth?: number
  sandbox?: Partial<SandboxOptions>
}

/** Parses untrusted files in a sandbox. Its processes start on first use and end when there is nothing to do. */
export function createMedia({ imageWidths, largeImageWidth, sandbox: overrides }: Options): Media {
  const allWidths = largeImageWidth ? [...imageWidths, largeImageWidth] : imageWidths
  const sandbox = createSandbox({ ...defaults, ...overrides })

  /** The result of a task; undefined if the file was rejected. */
  async function run({ client, size, read }: MediaFile, job: Omit<Job, 'size' | 'read'>) {
    try {
      return await sandbox.run(client, { size, read, ...job })
    } catch (error) {
      if (error instanceof TaskFailed) return undefined
      throw error
    }
  }

  return {
    async probeAudio(file) {
      if (!looksLikeAudio(await readSignature(file))) return undefined
      const result = await run(file, { task: 'audio-metadata', limits: limits.audio })
      const metadata = audioMetadata.safeParse(result).data
      const tagLayout = metadata && parseLayout(metadata.tagLayout, file.size)
      return tagLayout && { ...metadata, tagLayout }
    },
    async encodeImage(file) {
      if (!imageFormat(await readSignature(file))) return undefined
      const encoded: Uint8Array[] = []
      const result = await run(file, {
        task: 'image-variants',
        options: { widths: imageWidths, largeWidth: largeImageWidth },
        write: (bytes) => void encoded.push(bytes),
        limits: limits.image,
      })
      const lengths = variantLengths.safeParse(result).data
      if (!lengths || lengths.length < imageWidths.length) return undefined
      return toVariants(Buffer.concat(encoded), allWidths.slice(0, lengths.length), lengths)
    },
    warmUp: sandbox.warmUp,
    close: sandbox.close,
  }
}

async function readSignature({ size, read }: MediaFile): Promise<Uint8Array> {
  return size === 0 ? new Uint8Array() : read(0, Math.min(size, signatureLength))
}

/** What a sandbox process returns is checked: its parser may be compromised. */
const audioMetadata = z.strictObject({
  format: z.enum(audioFormats),
  durationSeconds: z.number().positive(),
  tagLayout: z.unknown(),
})
const variantLengths = z.array(z.int().positive())

/** The output is one file after the other. */
function toVariants(
  output: Buffer,
  widths: readonly number[],
  lengths: readonly number[],
): ImageVariant[] | undefined {
  let at = 0
  const variants = widths.map((width, index) => {
    const bytes = output.subarray(at, at + (lengths[index] ?? 0))
    at += bytes.length
    return { width, bytes }
  })
  const areImages = variants.every(({ bytes }) => imageFormat(bytes) === 'webp')
  return areImages && at === output.length ? variants : undefined
}
