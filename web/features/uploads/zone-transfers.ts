import { uploadArtwork } from '#web/api/uploads.ts'
import type { ZoneTransfer } from '#web/ui/use-drop-zone.ts'

/** For the `onFile` of a drop zone: returns the object path of the registered image. */
export const sendArtworkInZone = (file: File, { signal, report }: ZoneTransfer): Promise<string> =>
  uploadArtwork(file, { signal, onProgress: (sent) => report(sent / file.size) })
