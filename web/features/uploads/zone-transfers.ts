import { uploadArtwork } from '#web/api/uploads.ts'
import type { ZoneTransfer } from '#web/ui/use-drop-zone.ts'
import { type SendOptions, sendAudio } from './send-audio.ts'
import { createSpeedometer, describeSpeed } from './transfer-progress.ts'

/** Uploads of drop zones, for their `onFile`. Both return the object path of the registered file. */

export function sendAudioInZone(
  file: File,
  { signal, report }: ZoneTransfer,
  options: Pick<SendOptions, 'started' | 'onStarted'> = {},
): Promise<string> {
  const measure = createSpeedometer()
  const total = file.size
  let fraction = 0
  return sendAudio(file, {
    ...options,
    signal,
    onProgress(sent) {
      fraction = sent / total
      report(fraction, describeSpeed({ sent, total, bytesPerSecond: measure(sent) }))
    },
    onWaiting: (isWaiting) => report(fraction, isWaiting ? reconnecting : ''),
  })
}

export function sendArtworkInZone(file: File, { signal, report }: ZoneTransfer): Promise<string> {
  return uploadArtwork(file, { signal, onProgress: (sent) => report(sent / file.size) })
}

const reconnecting = 'Your connection was lost. Reconnecting…'
