import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '#server/testing/app.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { register, requestUploadUrl } from '#server/testing/upload-client.ts'
import type { SeededRandom } from '../seeded-random.ts'

/** The progress of one upload, as the server acknowledged it. */
export type Progress = {
  title: string
  bytes: Buffer
  /** The upload URL to which all bytes were sent. */
  sent?: string
  registered?: string
  created?: string
}

/** Audio that is different in each upload. */
export function randomAudio(random: SeededRandom): Buffer {
  const wav = wavOfSize(random.between(3000, 60_000))
  random.bytes(500).copy(wav, 44)
  return wav
}

/** Uploads files one after the other until the server has stopped; everything acknowledged is in `uploads`. */
export async function uploadRepeatedly(
  call: Caller,
  uploads: Progress[],
  random: SeededRandom,
): Promise<void> {
  for (;;) {
    const progress: Progress = { title: `Take ${uploads.length}`, bytes: randomAudio(random) }
    uploads.push(progress)
    try {
      await createTrack(call, progress, random)
    } catch {
      return
    }
  }
}

async function createTrack(call: Caller, progress: Progress, random: SeededRandom): Promise<void> {
  const uploadUrl = await requestUploadUrl(call)
  const sending = await fetch(uploadUrl, {
    method: 'PUT',
    body: slowBody(progress.bytes, random),
    headers: { 'content-type': 'audio/wav', 'content-length': String(progress.bytes.length) },
    duplex: 'half',
  })
  expectStatus(sending, 200)
  progress.sent = uploadUrl
  const registering = await register(call, 'audio', uploadUrl)
  expectStatus(registering, 200)
  progress.registered = ((await registering.json()) as { objectPath: string }).objectPath
  const body = { title: progress.title, audioUrl: progress.registered }
  const creating = await call('POST', '/api/tracks', { body })
  expectStatus(creating, 201)
  progress.created = ((await creating.json()) as { id: string }).id
}

function expectStatus({ status }: Response, expected: number): void {
  if (status !== expected) throw new Error(`${status} instead of ${expected}`)
}

/** In a few chunks with pauses, as networks send, so that the upload can be interrupted. */
function slowBody(bytes: Buffer, random: SeededRandom): ReadableStream {
  const chunks = random.between(1, 4)
  const pauses = Array.from({ length: chunks }, () => random.between(0, 40))
  const size = Math.ceil(bytes.length / chunks)
  return ReadableStream.from(
    (async function* () {
      for (const [index, pause] of pauses.entries()) {
        await delay(pause)
        yield bytes.subarray(index * size, (index + 1) * size)
      }
    })(),
  )
}
