import { NoSpaceLeft, StoreUnavailable } from './object-store.ts'

/** Maps errors of file operations to store errors; other errors are unchanged. */
export async function mapDiskErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toStoreError(error)
  }
}

export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
    ? new NoSpaceLeft(error)
    : new StoreUnavailable(error)
}
