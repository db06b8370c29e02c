import type { ObjectsConfig } from '#server/config.ts'
import { openLocalDisk } from './local-disk.ts'
import type { ObjectStore } from './object-store.ts'

/** The S3 library is heavy, so that it is loaded only where it is used. */
export async function openObjectStore(
  config: ObjectsConfig,
  own: { publicUrl: string; secret: string | Buffer },
): Promise<ObjectStore> {
  return config.kind === 's3'
    ? (await import('./s3.ts')).openS3(config)
    : openLocalDisk({ ...config, ...own })
}
