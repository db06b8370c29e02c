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
  published?: string
}

/** Audio that is different in each upload. */
export function randomAudio(chance: SeededRandom): Buffer {
  const wav = wavOfSize(chance.between(3000, 60_000))
  chance.bytes(500).copy(wav, 44)
  return wav
}

/** Uploads files one after the other until the server is gone; everything acknowledged is in `made`. */
export async function uploadRepeatedly(
  call: Caller,
  made: Progress[],
  chance: SeededRandom,
): Promise<void> {
  for (;;) {
    const progress: Progress = { title: `Take ${made.length}`, bytes: randomAudio(chance) }
    made.push(progress)
    try {
      await createTrack(call, progress, chance)
    } catch {
      return
    }
  }
}

async function createTrack(call: Caller, progress: Progress, chance: SeededRandom): Promise<void> {
  const address = await requestUploadUrl(call)
  const sending = await fetch(address, {
    method: 'PUT',
    body: slowBody(progress.bytes, chance),
    headers: { 'content-type': 'audio/wav', 'content-length': String(progress.bytes.length) },
    duplex: 'half',
  })
  require(sending, 200)
  progress.sent = address
  const registering = await register(call, 'audio', address)
  require(registering, 200)
  progress.registered = ((await registering.json()) as { objectPath: string }).objectPath
  const body = { title: progress.title, audioUrl: progress.registered }
  const publishing = await call('POST', '/api/tracks', { body })
  require(publishing, 201)
  progress.published = ((await publishing.json()) as { id: string }).id
}

function require({ status }: Response, wanted: number): void {
  if (status !== wanted) throw new Error(`${status} instead of ${wanted}`)
}

/** In a few chunks with pauses, as networks send, so that the upload can be interrupted. */
function slowBody(bytes: Buffer, chance: SeededRandom): ReadableStream {
  const pieces = chance.between(1, 4)
  const pauses = Array.from({ length: pieces }, () => chance.between(0, 40))
  const size = Math.ceil(bytes.length / pieces)
  return ReadableStream.from(
    (async function* () {
      for (const [index, pause] of pauses.entries()) {
        await delay(pause)
        yield bytes.subarray(index * size, (index + 1) * size)
      }
    })(),
  )
}
