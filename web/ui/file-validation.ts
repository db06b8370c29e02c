/** What a file for a drop zone must be, and what a person is told when it is not. */

const KiB = 1024
const MiB = KiB * KiB

const defaultMaxBytes = 100 * MiB

type FileInfo = { name: string; size: number; type: string }
export type FileConstraints = {
  /** What the file is, for the message: 'audio', 'image'. */
  kind: string
  /** As for a file input: `audio/*`, `.mp3`, `image/png`, with commas between. */
  accept: string
  maxBytes?: number
}

export function validateFile(file: FileInfo, wanted: FileConstraints): string | undefined {
  const most = wanted.maxBytes ?? defaultMaxBytes
  if (file.size > most) return `File size must be less than ${most / MiB}MB`
  if (!acceptsFile(file, wanted.accept)) return `Please select a valid ${wanted.kind} file`
  return undefined
}

/** By group of types (`audio/*`), by extension (`.mp3`) or by type (`audio/mpeg`). */
export function acceptsFile({ name, type }: Pick<FileInfo, 'name' | 'type'>, accept: string) {
  return accept.split(',').some((entry) => {
    const wanted = entry.trim().toLowerCase()
    if (wanted.endsWith('/*')) return type.toLowerCase().startsWith(wanted.slice(0, -1))
    if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted)
    return wanted !== '' && type.toLowerCase() === wanted
  })
}

export function uploadErrorMessage(reason: unknown): string {
  const said = reason instanceof Error ? reason.message : ''
  return `Upload failed: ${said || 'Unknown error'}`
}

/** 48.2 MB, 880 KB. */
export function formatFileSize(bytes: number): string {
  if (bytes > MiB) return `${(bytes / MiB).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / KiB))} KB`
}

/** What a picture to upload must be, and what a person is told when it is not. */

/** For the `accept` of a file input. */
export const imageAccept = '.jpg,.jpeg,.png,.gif,.webp'

/** `most` is how many bytes it may have. */
export function validateImage(
  { name, size }: { name: string; size: number },
  most: number,
): string | undefined {
  // By its name alone: an svg calls itself an image too.
  return validateFile(
    { name, size, type: '' },
    { kind: 'image', accept: imageAccept, maxBytes: most },
  )
}
