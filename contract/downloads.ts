import type { PlaylistType } from './playlist-types.ts'

/** Of a track, which has no type, or of a playlist: those that are no release cannot be downloaded. */
type Downloadable = { userId: string; allowDownload: boolean; type?: PlaylistType }

/** Who may download what they can view. Decides for the button and for the call. */
export const canDownload = (
  { type, allowDownload, userId }: Downloadable,
  viewer: { id: string } | null | undefined,
) => type !== 'playlist' && (allowDownload || userId === viewer?.id)
