import { ApiError } from './client.ts'

/** The server's sentence, if the request itself was rejected: it is shown beside the field. */
export function rejectionOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.status === 401 || error.status >= 500) return undefined
  return error.serverMessage
}

/** For `meta`: no toast for what is shown beside a field. */
export const inlineErrors = {
  onFailure: (error: Error) => (rejectionOf(error) === undefined ? {} : 'silent'),
} as const
