import { z } from 'zod'
import { singleLine } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { releaseTypes } from '#contract/playlist-types.ts'
import { newPlaylist } from '#contract/playlists.ts'

/** The release of a bulk upload. */
export const releaseForm = newPlaylist
  .pick({ artist: true, label: true, releaseDate: true, publishAt: true, allowDownload: true })
  .extend({ title: singleLine('Album title', limits.maxTitleLength), type: z.enum(releaseTypes) })
export type ReleaseValues = z.input<typeof releaseForm>
export type ReleaseFields = z.output<typeof releaseForm>

export const emptyRelease = {
  title: '',
  type: 'album',
  artist: '',
  label: '',
  releaseDate: '',
} satisfies ReleaseValues
