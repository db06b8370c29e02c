import { CallError } from './client.ts'

export type SendOptions = {
  signal?: AbortSignal | undefined
  /** Told how much of the file is there, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/**
 * PUTs the file to its signed address. Not with fetch, which tells nobody how far it is; but what
 * gets no answer is a TypeError here too.
 */
export function putFile(
  address: string,
  file: File,
  { signal, onProgress }: SendOptions = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('PUT', address)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new CallError(request.status, request.statusText, request.responseText))
    }
    request.onerror = () => reject(new TypeError('No answer'))
    request.onabort = () => reject(signal?.reason ?? new Error('It was stopped'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
