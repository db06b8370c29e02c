import type { Credit } from '#contract/credits.ts'
import { displayName } from '#contract/display-name.ts'
import type { Tags } from '#server/platform/media/tags/tags.ts'
import { toFileName } from '#server/shared/file-name.ts'
import type { DownloadedRelease, DownloadedTrack } from './repository.ts'

/** Where a track is on a release, among those that the viewer can see. From 1. */
export type ReleasePlace = { release: DownloadedRelease; number: number; total: number }

/**
 * What the site knows of the track; of all else the file says what it said when it was uploaded. The cover is added when
 * the file is opened.
 */
export function presentTags(track: DownloadedTrack, place?: ReleasePlace): Omit<Tags, 'covers'> {
  return {
    title: track.title,
    artist: artistOf(track),
    ...(place?.release.releaseDate && { date: place.release.releaseDate }),
    ...(track.isrc && { isrc: track.isrc }),
    ...(place && {
      album: place.release.title,
      albumArtist: artistOf(place.release),
      track: { number: place.number, total: place.total },
    }),
  }
}

/** That of the track, or of its release. */
export const coverOf = (track: DownloadedTrack, place?: ReleasePlace) =>
  track.artworkPath ?? place?.release.coverPath ?? null

export const trackFileName = (track: DownloadedTrack) =>
  `${toFileName(`${artistOf(track)} - ${track.title}`)}.${extensionOf(track)}`

export const archiveFileName = (release: DownloadedRelease) =>
  `${toFileName(`${artistOf(release)} - ${release.title}`)}.zip`

/** `01 Title.ext`, so that the files are in order in every program. */
export function memberName(track: DownloadedTrack, { number, total }: ReleasePlace): string {
  const digits = Math.max(2, String(total).length)
  const name = toFileName(`${String(number).padStart(digits, '0')} ${track.title}`)
  return `${name}.${extensionOf(track)}`
}

type Credits = { ofRelease: Credit[]; ofTracks: Map<string | null, Credit[]> }

/** The text that comes with a release. */
export function presentCreditsText(
  release: DownloadedRelease,
  tracks: DownloadedTrack[],
  { ofRelease, ofTracks }: Credits,
): string {
  const artist = artistOf(release)
  const facts = [
    ['Label', release.label],
    ['Released', release.releaseDate],
    ['UPC', release.upc],
  ]
  return [
    release.title,
    artist,
    ...facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])),
    '',
    ...tracks.flatMap((track, index) => {
      const own = artistOf(track)
      return [
        `${index + 1}. ${track.title}${own === artist ? '' : ` (${own})`}`,
        ...(track.isrc ? [`   ISRC: ${track.isrc}`] : []),
        ...(ofTracks.get(track.id) ?? []).map((credit) => `   ${creditLine(credit)}`),
      ]
    }),
    ...(ofRelease.length > 0 ? ['', ...ofRelease.map(creditLine)] : []),
    ...(release.copyright ? ['', release.copyright] : []),
    '',
  ].join('\n')
}

const creditLine = ({ role, name }: Credit) => `${role}: ${name}`

const artistOf = ({ artist, user }: Pick<DownloadedTrack, 'artist' | 'user'>) =>
  artist ?? displayName(user)

const extensionOf = ({ audioPath }: DownloadedTrack) => audioPath.split('.').at(-1)
