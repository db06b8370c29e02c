import { displayName } from '#contract/display-name.ts'
import type { Tags } from '#server/platform/media/tags/tags.ts'
import { toFileName } from '#server/shared/file-name.ts'
import type { DownloadedTrack } from './repository.ts'

/** What the file says about the track. The cover is added when the file is opened. */
export function presentTags(track: DownloadedTrack): Omit<Tags, 'covers'> {
  return {
    title: track.title,
    artist: artistOf(track),
    date: track.createdAt.toISOString().slice(0, 10),
  }
}

export const trackFileName = (track: DownloadedTrack) =>
  `${toFileName(`${artistOf(track)} - ${track.title}`)}.${extensionOf(track)}`

const artistOf = ({ artist, user }: DownloadedTrack) => artist ?? displayName(user)

const extensionOf = ({ audioPath }: DownloadedTrack) => audioPath.split('.').at(-1)
