import { limits } from '#contract/limits.ts'
import { pathOf } from '#web/lib/dropped-files.ts'
import { acceptsFile, validateFile } from '#web/ui/file-validation.ts'
import type { ReadTags } from './read-tags.ts'

/** For the `accept` of a file input. */
export const audioTypes = 'audio/*,.mp3,.wav,.m4a,.aac,.flac,.ogg'
export const audioFileRules = { kind: 'audio', accept: audioTypes, maxBytes: limits.maxAudioBytes }

/** Ripped albums have them. Their MIME types begin with `audio/`. */
const playlistFiles = '.m3u,.m3u8,.pls,.cue'

type Named = { name: string; type: string; size: number; webkitRelativePath?: string }

/** The image of a folder that is the cover of its tracks. */
const isCover = ({ name }: Named) => /^(cover|folder|front)\.(jpe?g|png|gif|webp)$/i.test(name)
/** What systems leave in folders. */
const isHidden = ({ name }: Named) => /^(\..*|thumbs\.db|desktop\.ini)$/i.test(name)

/** The files that can be uploaded, the cover of their folder, and the names of the rest. */
export function partitionFiles<Chosen extends Named>(chosen: readonly Chosen[]) {
  const files = chosen.filter((file) => !isCover(file) && !isHidden(file))
  const isAudio = (file: Chosen) =>
    acceptsFile(file, audioTypes) && !acceptsFile(file, playlistFiles)
  const isTooLarge = (file: Chosen) => isAudio(file) && !!validateFile(file, audioFileRules)
  const names = (matching: (file: Chosen) => boolean) =>
    files.filter(matching).map(({ name }) => name)
  return {
    accepted: files.filter((file) => isAudio(file) && !isTooLarge(file)),
    notAudio: names((file) => !isAudio(file)),
    tooLarge: names(isTooLarge),
    cover: outermost(chosen.filter((file) => isCover(file) && !isHidden(file))),
  }
}

/** That of the album: the folders of its discs may have others. */
function outermost<Chosen extends Named>(files: readonly Chosen[]): Chosen | undefined {
  const depth = (file: Chosen) => pathOf(file).split('/').length
  return files.toSorted((a, b) => depth(a) - depth(b))[0]
}

type Skipped = { notAudio: readonly string[]; tooLarge: readonly string[] }

/** Empty when no file was skipped. */
export function skippedFilesMessage({ notAudio, tooLarge }: Skipped): string {
  const sizeError = `File size must be less than ${limits.maxAudioBytes / 1024 / 1024}MB`
  return [
    notAudio.length > 0 &&
      `Skipped ${listNames(notAudio)}: ${notAudio.length === 1 ? 'not an audio file' : 'not audio files'}.`,
    tooLarge.length > 0 && `Skipped ${listNames(tooLarge)}: ${sizeError}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const maxListed = 3

/** "a, b and c", or "a, b, c and 4 more". */
export function listNames(names: readonly string[]): string {
  const more = names.length - maxListed
  const parts = more > 0 ? [...names.slice(0, maxListed), `${more} more`] : names
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
}

/** By folder and file name, with numbers as numbers: 2 before 10. */
export function sortByPath(files: readonly File[]): File[] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  return files.toSorted((a, b) => compare(pathOf(a), pathOf(b)))
}

/** The tags of a file, by a parser that is loaded when it is needed. None if it fails: the server validates the file. */
export async function tagsOf(file: File): Promise<ReadTags> {
  try {
    return await (await import('./read-tags.ts')).readTags(file)
  } catch {
    return { suggestions: {}, release: {}, cover: undefined }
  }
}
