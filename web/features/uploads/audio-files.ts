import { limits } from '#contract/limits.ts'
import { acceptsFile, validateFile } from '#web/ui/file-validation.ts'

/** For the `accept` of a file input. */
export const audioTypes = 'audio/*,.mp3,.wav,.m4a,.aac,.flac,.ogg'
export const audioFileRules = { kind: 'audio', accept: audioTypes, maxBytes: limits.maxAudioBytes }

type Named = { name: string; type: string; size: number }

/** The files that can be uploaded, and how many of the rest are not audio or too large. */
export function partitionFiles<Chosen extends Named>(files: readonly Chosen[]) {
  const audio = files.filter((file) => acceptsFile(file, audioTypes))
  const accepted = audio.filter((file) => !validateFile(file, audioFileRules))
  return {
    accepted,
    notAudio: files.length - audio.length,
    tooLarge: audio.length - accepted.length,
  }
}

/** Empty when no file was left out. */
export function skippedFilesMessage({
  notAudio,
  tooLarge,
}: {
  notAudio: number
  tooLarge: number
}) {
  return [
    notAudio > 0 && `${files(notAudio)} left out: not an audio file.`,
    tooLarge > 0 && `${files(tooLarge)} left out: ${sizeError}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const sizeError = `File size must be less than ${limits.maxAudioBytes / 1024 / 1024}MB`

function files(count: number): string {
  return count === 1 ? '1 file was' : `${count} files were`
}

/** The file name without extension, truncated to the maximum length of a title. */
export function titleFromFileName(name: string): string {
  const stem = name.replace(/(?<=.)\.[^.]*$/, '')
  return stem.trim().slice(0, limits.title).trim() || name.slice(0, limits.title)
}
