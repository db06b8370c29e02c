import { type IPicture, parseBlob, selectCover } from 'music-metadata'
import { limits } from '#contract/limits.ts'
import { type Suggestions, suggestionsFrom } from './suggestions.ts'

/** In a chunk of its own: it is large, and wanted only once a file is chosen. */

export type ReadTags = { suggestions: Suggestions; cover: File | undefined }

export async function readTags(file: Blob): Promise<ReadTags> {
  const { common } = await parseBlob(file, { duration: false })
  return { suggestions: suggestionsFrom(common), cover: coverFile(selectCover(common.picture)) }
}

const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/jpg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

/** Only what could also be chosen by hand. */
function coverFile(picture: IPicture | null): File | undefined {
  const extension = picture && extensions.get(picture.format.toLowerCase())
  if (!extension || picture.data.length > limits.maxImageBytes) return undefined
  const type = `image/${extension === 'jpg' ? 'jpeg' : extension}`
  return new File([new Uint8Array(picture.data)], `cover.${extension}`, { type })
}
