import type { ObjectsConfig } from '#server/config.ts'
import { openLocalDisk } from './local-disk.ts'
import type { ObjectStore } from './object-store.ts'

/** The S3 client is heavy, so it is loaded only if it is used. */
export async function openObjectStore(
  config: ObjectsConfig,
  local: { publicUrl: string; secret: string | Buffer },
): Promise<ObjectStore> {
  return config.kind === 's3'
    ? (await import('./s3.ts')).openS3(config, local)
    : openLocalDisk({ ...config, ...local })
}
