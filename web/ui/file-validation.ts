/** Validation of selected files, with the messages shown to users. */

const MiB = 1024 * 1024

type FileInfo = { name: string; size: number; type: string }
export type FileConstraints = {
  /** The kind of file, for the message: 'audio', 'image'. */
  kind: string
  /** As in a file input's `accept`: `audio/*,.mp3,image/png`. */
  accept: string
  maxBytes: number
}

export function validateFile(file: FileInfo, constraints: FileConstraints): string | undefined {
  const { maxBytes } = constraints
  if (file.size > maxBytes) return `File size must be less than ${maxBytes / MiB}MB`
  if (!acceptsFile(file, constraints.accept))
    return `Please select a valid ${constraints.kind} file`
  return undefined
}

/** Matches by MIME group (`audio/*`), extension (`.mp3`) or MIME type (`audio/mpeg`). */
export function acceptsFile({ name, type }: Pick<FileInfo, 'name' | 'type'>, accept: string) {
  return accept.split(',').some((entry) => {
    const pattern = entry.trim().toLowerCase()
    if (pattern.endsWith('/*')) return type.toLowerCase().startsWith(pattern.slice(0, -1))
    if (pattern.startsWith('.')) return name.toLowerCase().endsWith(pattern)
    return pattern !== '' && type.toLowerCase() === pattern
  })
}

export function uploadErrorMessage(reason: unknown): string {
  const message = reason instanceof Error ? reason.message : ''
  return `Upload failed: ${message || 'Unknown error'}`
}

/** The `accept` attribute for image inputs. */
export const imageAccept = '.jpg,.jpeg,.png,.gif,.webp'

export function validateImage(
  { name, size }: { name: string; size: number },
  maxBytes: number,
): string | undefined {
  // By extension only: an SVG has an image MIME type too.
  return validateFile({ name, size, type: '' }, { kind: 'image', accept: imageAccept, maxBytes })
}
