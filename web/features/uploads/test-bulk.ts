import { vi } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { createBulkUpload, type UploadCalls } from './bulk-upload.ts'
import { createTransfers, type Send } from './transfers.ts'
import { createUploadItems } from './upload-items.ts'

export const fields = {
  artist: 'Ines',
  genre: 'folk' as const,
  description: null,
  publishAt: null,
  allowDownload: false,
}
export const shared = { fields }
export const failing = (status: number) => new ApiError(status, '', '{"message":"File rejected."}')

export const upload = { id: 'u', uploadURL: 'https://store/u', partSize: 4, parts: 3 }

type Calls = UploadCalls & {
  sendParts: Send
  registerAudio: (uploadUrl: string) => Promise<string>
}

/** A bulk upload of files with these names. */
export function bulkOf(names: string[], calls: Partial<Calls> = {}) {
  const list = createUploadItems()
  const ids = list.add(names.map((name) => new File(['0123456789'], name)))
  const mocks = {
    whenTagsRead: vi.fn<Calls['whenTagsRead']>(calls.whenTagsRead ?? (async () => {})),
    sendParts: vi.fn<Calls['sendParts']>(calls.sendParts ?? (async (file) => `sent:${file.name}`)),
    registerAudio: vi.fn<Calls['registerAudio']>(
      calls.registerAudio ?? (async (uploadUrl) => `/objects/${uploadUrl}`),
    ),
    uploadArtwork: vi.fn<Calls['uploadArtwork']>(async (image) => `/objects/${image.name}`),
    createTrack: vi.fn<Calls['createTrack']>(
      calls.createTrack ?? (async ({ title }) => ({ id: `id of ${title}`, slug: title })),
    ),
  }
  async function sendAudio(...[file, options]: Parameters<Send>) {
    const uploadUrl = await mocks.sendParts(file, options)
    options.onSent?.()
    return mocks.registerAudio(uploadUrl)
  }
  const stop = (error: unknown) => isUnauthorized(error) && bulk.stop(error)
  const transfers = createTransfers(list, stop, sendAudio)
  const bulk = createBulkUpload(list, transfers, mocks)
  const item = (n: number) => list.item(ids[n] ?? '')
  return { list, bulk, transfers, ids, item, calls: mocks }
}

export const untilAborted: Calls['sendParts'] = (_file, options) =>
  new Promise((_resolve, reject) => {
    options.signal?.throwIfAborted()
    options.signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })
