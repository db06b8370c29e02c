import { type IPicture, parseBlob, selectCover } from 'music-metadata'
import { limits } from '#contract/limits.ts'
import { type ReleaseTags, releaseTagsFrom } from './release-tags.ts'
import { type Suggestions, suggestionsFrom } from './suggestions.ts'

/** Loaded when a file is chosen, because the parser is large. */

export type ReadTags = { suggestions: Suggestions; release: ReleaseTags; cover: File | undefined }

export async function readTags(file: Blob): Promise<ReadTags> {
  // Without reading the whole file.
  const { common, format } = await parseBlob(file, { duration: false })
  const { duration = format.bitrate && (file.size * 8) / format.bitrate } = format
  return {
    suggestions: suggestionsFrom(common),
    release: releaseTagsFrom(common, duration),
    cover: coverFile(selectCover(common.picture)),
  }
}

const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/jpg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

/** Only images that the user could upload too. */
function coverFile(image: IPicture | null): File | undefined {
  const extension = image && extensions.get(image.format.toLowerCase())
  if (!extension || image.data.length > limits.maxImageBytes) return undefined
  const type = `image/${extension === 'jpg' ? 'jpeg' : extension}`
  return new File([new Uint8Array(image.data)], `cover.${extension}`, { type })
}
