import { limits } from '#contract/limits.ts'
import { acceptsFile, validateFile } from '#web/ui/file-validation.ts'

/** For the `accept` of a file input. */
export const audioTypes = 'audio/*,.mp3,.wav,.m4a,.aac,.flac,.ogg'
export const audioFileRules = { kind: 'audio', accept: audioTypes, maxBytes: limits.maxAudioBytes }

type Named = { name: string; type: string; size: number }

/** Those that can be uploaded, and how many of the rest are no audio or are too large. */
export function partitionFiles<Chosen extends Named>(files: readonly Chosen[]) {
  const audio = files.filter((file) => acceptsFile(file, audioTypes))
  const accepted = audio.filter((file) => !validateFile(file, audioFileRules))
  return {
    accepted,
    notAudio: files.length - audio.length,
    tooLarge: audio.length - accepted.length,
  }
}

/** What is said about the files that were not taken; nothing where all were. */
export function skippedFilesMessage({
  notAudio,
  tooLarge,
}: {
  notAudio: number
  tooLarge: number
}) {
  return [
    notAudio > 0 && `${files(notAudio)} left out: not an audio file.`,
    tooLarge > 0 && `${files(tooLarge)} left out: ${sizeProblem}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const sizeProblem = `File size must be less than ${limits.maxAudioBytes / 1024 / 1024}MB`

function files(count: number): string {
  return count === 1 ? '1 file was' : `${count} files were`
}

/** The file's name without its extension, as long as a title may be. */
export function titleFromFileName(name: string): string {
  const stem = name.replace(/(?<=.)\.[^.]*$/, '')
  return stem.trim().slice(0, limits.title).trim() || name.slice(0, limits.title)
}
