import { expect, vi } from 'vitest'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'

const direct = { expiresInSeconds: 60, file: { size: 1, contentType: 'audio/mpeg' } }

/** A busy test server may fail the probe for direct uploads, which is repeated after some seconds. */
export async function waitForDirectUploads(store: ObjectStore): Promise<ObjectStore> {
  await vi.waitFor(
    async () => {
      const url = await store.presignedUploadUrl('uploads/x', direct)
      expect(url).toContain('X-Amz-Signature=')
    },
    { timeout: 60_000, interval: 500 },
  )
  return store
}
