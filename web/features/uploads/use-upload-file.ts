import { useMutation } from '@tanstack/react-query'
import { isUnauthorized } from '#web/api/query-client.ts'
import type { UploadOptions } from '#web/api/uploads.ts'
import { uploadReason } from './messages.ts'

type Upload = (file: File, options: UploadOptions) => Promise<string>

/** For the `onFile` of a drop zone, which says itself what went wrong. */
export function useUploadFile(upload: Upload, onLoggedOut: () => void) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) => upload(file, { signal }),
    meta: { onFailure: 'silent' },
    onError: (error) => isUnauthorized(error) && onLoggedOut(),
  })
  return (file: File, signal: AbortSignal) =>
    mutateAsync({ file, signal }).catch((error: unknown) => {
      throw uploadReason(error)
    })
}
