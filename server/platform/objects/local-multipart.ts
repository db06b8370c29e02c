import { Readable } from 'node:stream'
import { limits } from '#contract/limits.ts'
import {
  type Multipart,
  type MultipartUpload,
  partKey,
  partSizes,
  type UnfinishedUpload,
} from './multipart.ts'
import type { ObjectStore } from './object-store.ts'

type Files = Pick<ObjectStore, 'stat' | 'read' | 'write' | 'remove' | 'list'> & {
  sign(key: string, expiresInSeconds: number): string
}

/** Uploads in parts on disk: each part is a file beside the upload, until they are written into one. */
export function createLocalMultipart(files: Files): Multipart {
  const partKeys = ({ key, size }: { key: string; size: number }) =>
    partSizes(size).map((_, index) => partKey({ key, partNumber: index + 1 }))

  async function listParts(upload: MultipartUpload) {
    const sizes = partSizes(upload.size)
    const found = await Promise.all(partKeys(upload).map((key) => files.stat(key)))
    return sizes
      .map((size, index) => ({ partNumber: index + 1, size }))
      .filter(({ size }, index) => found[index]?.size === size)
  }

  async function removeParts(upload: { key: string; size: number }) {
    await Promise.all(partKeys(upload).map((key) => files.remove(key)))
  }

  async function* readParts(upload: MultipartUpload): AsyncGenerator<Uint8Array> {
    for (const key of partKeys(upload)) {
      const part = await files.read(key)
      if (!part) throw new Error(`The part ${key} was removed while it was read.`)
      yield* part
    }
  }

  return {
    create: async (key) => key,
    presignedPartUrl: async (part, expiresInSeconds) => files.sign(partKey(part), expiresInSeconds),
    listParts,
    async complete(upload) {
      // Parts are removed after the whole file is written: if it is there, they may be incomplete.
      if (!(await files.stat(upload.key))) {
        const arrived = await listParts(upload)
        if (arrived.length === 0) return 'missing'
        if (arrived.length < partKeys(upload).length) return 'incomplete'
        const stream = Readable.from(readParts(upload), { objectMode: false })
        const { size } = upload
        await files.write(upload.key, { stream, size }, { contentType: '' })
      }
      await removeParts(upload)
      return 'completed'
    },
    async *listUnfinished() {
      const uploads = new Map<string, UnfinishedUpload>()
      for await (const { key: file, modified } of files.list('uploads/')) {
        const key = /^(uploads\/.+)\/\d+$/.exec(file)?.[1]
        if (key === undefined) continue
        const { started } = uploads.get(key) ?? { started: modified }
        uploads.set(key, {
          key,
          multipartId: key,
          started: modified < started ? modified : started,
        })
      }
      yield* uploads.values()
    },
    abort: ({ key }) => removeParts({ key, size: limits.maxAudioBytes }),
  }
}
