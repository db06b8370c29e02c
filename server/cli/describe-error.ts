import { HttpError, StartupError } from '#server/errors.ts'
import { describeFileError, isKnownFileError } from '#server/platform/files/describe-file-error.ts'
import { NoSpaceLeft, StoreUnavailable } from '#server/platform/objects/object-store.ts'
import { describeDatabaseError } from '#server/platform/postgres/describe-error.ts'
import { errorChain } from '#server/platform/postgres/error-codes.ts'

/** One sentence for errors that an operator can fix, with what to do; undefined for bugs. */
export function describeError(error: unknown): string | undefined {
  if (error instanceof StartupError || error instanceof HttpError) return error.message
  const isOfStore = error instanceof StoreUnavailable || error instanceof NoSpaceLeft
  // The connection to a store is lost with the same codes as that to the database.
  return (
    (!isOfStore && describeDatabaseError(error)) ||
    describeDiskError(error) ||
    describeStoreError(error)
  )
}

function describeDiskError(error: unknown): string | undefined {
  const onDisk = errorChain(error).find(isKnownFileError)
  return onDisk && `${onDisk.path ?? 'A file'} cannot be used ${describeFileError(onDisk)}.`
}

function describeStoreError(error: unknown): string | undefined {
  if (error instanceof NoSpaceLeft)
    return 'The object store has no space left: free some there, and try again.'
  if (error instanceof StoreUnavailable)
    return `${error.message.replace(/\.$/, '')}: check that it runs and that the S3_ settings are right, and try again.`
  return undefined
}
