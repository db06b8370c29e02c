import type { AnswerOf } from '#contract/call.ts'
import type { requestUpload } from '#contract/uploads.ts'
import { paths } from '#web/lib/paths.ts'
import { CallError, callServer } from './client.ts'

/** Sends a file to the store and answers the address under which it may then be registered. */
export async function sendFile(file: File): Promise<string> {
  const { uploadURL } = await callServer<AnswerOf<typeof requestUpload>>(
    'POST',
    paths.api.requestUpload,
  )
  const answer = await fetch(uploadURL, {
    method: 'PUT',
    body: file,
    headers: { 'content-type': file.type || 'application/octet-stream' },
  })
  if (!answer.ok) throw new CallError(answer.status, answer.statusText, await answer.text())
  return uploadURL
}
