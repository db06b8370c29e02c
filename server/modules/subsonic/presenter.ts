import { displayName, playlistArtist } from '#contract/display-name.ts'
import type { UserSummary } from '#contract/fields.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import type { SongDetails, Totals } from './details-repository.ts'
import { formatId } from './parameters.ts'
import type { Payload } from './protocol.ts'

/** Our tracks, releases and users in the words of the protocol. */

const looseAlbumName = 'Singles and tracks'
/** The loudness to which players level, in LUFS (ReplayGain 2.0). */
const referenceLoudness = -18

type Time = Date | string
const isoTime = (time: Time | null | undefined) => (time ? new Date(time).toISOString() : undefined)
const gainOf = (loudness: number | null | undefined) =>
  loudness == null ? undefined : round(referenceLoudness - loudness)
const peakOf = (decibels: number | null | undefined) =>
  decibels == null ? undefined : round(10 ** (decibels / 20))
const round = (value: number) => Math.round(value * 100) / 100

/** What is undefined is left out, in JSON and XML. */
const defined = (payload: Payload): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined))

const artistReference = (user: UserSummary) => ({
  id: formatId('user', user.id),
  name: displayName(user),
})

const suffixOf = (objectPath: string) => /\.([a-z0-9]+)$/.exec(objectPath)?.[1] ?? 'mp3'

type SongExtras = { details: SongDetails | undefined; album: Totals | undefined }

export function presentSong(track: Track, { details, album }: SongExtras): Payload {
  const { release, user } = track
  const [original] = track.formats
  const genre = track.genre || 'other'
  const artist = artistReference(user)
  const albumId = release ? formatId('release', release.id) : formatId('loose', user.id)
  const albumName = release?.title ?? looseAlbumName
  const number = release ? release.position + 1 : undefined
  const suffix = suffixOf(track.audioUrl)
  return defined({
    id: formatId('track', track.id),
    parent: albumId,
    isDir: false,
    title: track.title,
    album: albumName,
    artist: artist.name,
    track: number,
    year: album?.year ?? new Date(track.createdAt).getUTCFullYear(),
    genre,
    coverArt: formatId('track', track.id),
    size: original?.bytes ?? 0,
    contentType: original?.contentType ?? 'audio/mpeg',
    suffix,
    duration: track.duration ?? 0,
    bitRate: Math.round((original?.bitrate ?? 0) / 1000),
    samplingRate: details?.sampleRate ?? undefined,
    channelCount: details?.channels ?? undefined,
    path: pathOf([
      artist.name,
      albumName,
      `${number ? `${number} - ` : ''}${track.title}.${suffix}`,
    ]),
    isVideo: false,
    playCount: track.playCount ?? undefined,
    discNumber: 1,
    created: track.createdAt,
    starred: isoTime(details?.starredAt),
    albumId,
    artistId: artist.id,
    type: 'music',
    mediaType: 'song',
    bpm: 0,
    comment: '',
    sortName: '',
    isrc: track.isrc ? [track.isrc] : [],
    genres: [{ name: genre }],
    artists: [artist],
    displayArtist: track.artist || artist.name,
    albumArtists: [artist],
    displayAlbumArtist: artist.name,
    contributors: [],
    displayComposer: '',
    moods: [],
    explicitStatus: '',
    replayGain: defined({
      trackGain: gainOf(track.loudness),
      trackPeak: peakOf(details?.truePeak),
      albumGain: release ? gainOf(album?.loudness) : undefined,
      albumPeak: release ? peakOf(album?.truePeak) : undefined,
    }),
  })
}

/** Some apps store files under it. */
const pathOf = (names: string[]) => names.map((name) => name.replaceAll(/[/\\]/g, '_')).join('/')

/** An album of either kind, before it takes the form that a method returns. */
export type Album = {
  id: string
  name: string
  user: UserSummary
  artist: string
  coverArt: string
  created: string
  year: number | undefined
  releaseDate: string | null
  releaseType: string | undefined
  label: string | null
  starredAt: Time | undefined
  totals: Totals | undefined
}

export const releaseAlbum = (
  release: Playlist,
  { totals, starredAt }: Pick<Album, 'totals' | 'starredAt'>,
): Album => ({
  id: formatId('release', release.id),
  name: release.title,
  user: release.user,
  artist: playlistArtist(release),
  coverArt: formatId('release', release.id),
  created: release.createdAt,
  year: Number((release.releaseDate ?? release.createdAt).slice(0, 4)),
  releaseDate: release.releaseDate,
  releaseType: release.type,
  label: release.label,
  starredAt,
  totals,
})

export const looseAlbum = (user: UserSummary, totals: Totals & { createdAt: Time }): Album => ({
  id: formatId('loose', user.id),
  name: looseAlbumName,
  user,
  artist: displayName(user),
  coverArt: formatId('loose', user.id),
  created: new Date(totals.createdAt).toISOString(),
  year: undefined,
  releaseDate: null,
  releaseType: undefined,
  label: null,
  starredAt: undefined,
  totals,
})

export function presentAlbum(album: Album): Payload {
  const artist = artistReference(album.user)
  const genre = album.totals?.genre || 'other'
  const [year, month, day] = (album.releaseDate ?? '').split('-').map(Number)
  const date = album.releaseDate ? defined({ year, month, day }) : {}
  return defined({
    id: album.id,
    name: album.name,
    artist: artist.name,
    artistId: artist.id,
    coverArt: album.coverArt,
    songCount: album.totals?.songs ?? 0,
    duration: album.totals?.duration ?? 0,
    playCount: album.totals?.plays ?? undefined,
    created: album.created,
    starred: isoTime(album.starredAt),
    year: album.year,
    genre,
    recordLabels: album.label ? [{ name: album.label }] : [],
    genres: [{ name: genre }],
    artists: [artist],
    displayArtist: album.artist,
    releaseTypes: album.releaseType ? [typeNames[album.releaseType] ?? 'Album'] : [],
    moods: [],
    sortName: '',
    originalReleaseDate: date,
    releaseDate: date,
    isCompilation: album.releaseType === 'compilation',
    explicitStatus: '',
    discTitles: [],
  })
}

const typeNames: Record<string, string> = {
  album: 'Album',
  ep: 'EP',
  single: 'Single',
  compilation: 'Compilation',
}

/** As a folder, for methods that browse folders. */
export function presentAlbumFolder(album: Album): Payload {
  const artist = artistReference(album.user)
  return defined({
    id: album.id,
    parent: artist.id,
    isDir: true,
    title: album.name,
    album: album.name,
    artist: artist.name,
    year: album.year,
    genre: album.totals?.genre || 'other',
    coverArt: album.coverArt,
    duration: album.totals?.duration ?? 0,
    playCount: album.totals?.plays ?? undefined,
    created: album.created,
    starred: isoTime(album.starredAt),
    artistId: artist.id,
    mediaType: 'album',
  })
}

export type Artist = {
  user: UserSummary
  albums: number
  starredAt: Time | null | undefined
  imageUrl: string
}

export const presentArtist = ({ user, albums, starredAt, imageUrl }: Artist): Payload =>
  defined({
    ...artistReference(user),
    coverArt: formatId('user', user.id),
    artistImageUrl: imageUrl,
    albumCount: albums,
    starred: isoTime(starredAt),
    sortName: '',
    roles: ['artist'],
  })

/** As a folder. */
export const presentArtistFolder = ({ user, starredAt, imageUrl }: Artist): Payload =>
  defined({ ...artistReference(user), artistImageUrl: imageUrl, starred: isoTime(starredAt) })

/** By the first letter; a name is never empty. */
export function presentIndex(artists: Artist[], present: (artist: Artist) => Payload): Payload[] {
  const letterOf = ({ user }: Artist) => {
    const first = displayName(user).trim().normalize('NFD').charAt(0).toUpperCase()
    return /\p{L}/u.test(first) ? first : '#'
  }
  const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  const sorted = artists.toSorted((a, b) =>
    collator.compare(displayName(a.user), displayName(b.user)),
  )
  return [...Map.groupBy(sorted, letterOf)]
    .sort(([a], [b]) => collator.compare(a, b))
    .map(([name, members]) => ({ name, artist: members.map(present) }))
}

export type ListedPlaylist = Omit<Playlist, 'description'> & Partial<Pick<Playlist, 'description'>>

export const presentPlaylist = (
  playlist: ListedPlaylist,
  totals: Totals | undefined,
  viewerId: string,
) =>
  defined({
    id: formatId('playlist', playlist.id),
    name: playlist.title,
    comment: playlist.description === null ? '' : playlist.description,
    owner: playlist.user.username,
    public: playlist.privacy === 'public',
    songCount: totals?.songs ?? 0,
    duration: totals?.duration ?? 0,
    created: playlist.createdAt,
    changed: playlist.updatedAt,
    coverArt: formatId('playlist', playlist.id),
    readonly: playlist.userId !== viewerId,
  })
