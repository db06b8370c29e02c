import { creditedArtist, playlistArtist } from '#contract/display-name.ts'
import { type EmbedKind, type EmbedTrack, embedHeights, embedWidths } from '#contract/embed.ts'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { notFound } from '#server/errors.ts'
import { findPlaylist, listFirstTracks } from '#server/modules/playlists/service.ts'
import { findTrack } from '#server/modules/tracks/service.ts'
import { hasControlCharacters } from '#server/platform/http/control-characters.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { OEmbedItem, OEmbedSize } from './oembed-presenter.ts'
import type { Embed } from './presenter.ts'

/** The tracks of a playlist that the player lists: a frame in another page must stay small. The site lists the rest. */
const maxTracks = 200

type Deps = { db: Db; publicUrl: string; studioName: string }

/** Undefined for what is missing or private: an embedded player has no viewer, not even the owner. */
export async function openTrackEmbed(deps: Deps, slugOrId: string): Promise<Embed | undefined> {
  const track = await findTrack(deps.db, slugOrId, undefined)
  if (!track) return undefined
  return { kind: 'track', tracks: [toEmbedTrack(track, deps)], levels: track.waveform }
}

export async function openPlaylistEmbed(deps: Deps, slugOrId: string): Promise<Embed | undefined> {
  const playlist = await findPlaylist(deps.db, slugOrId, undefined)
  if (!playlist) return undefined
  const { id, title, coverUrl } = playlist
  const tracks = await listFirstTracks(deps.db, id, maxTracks + 1)
  return {
    kind: 'playlist',
    playlist: {
      id,
      title,
      coverUrl,
      by: playlistArtist(playlist),
      url: deps.publicUrl + paths.playlist(playlist),
      hasMore: tracks.length > maxTracks,
    },
    tracks: tracks.slice(0, maxTracks).map((track) => toEmbedTrack(track, deps)),
    levels: null,
  }
}

function toEmbedTrack(track: Track, { publicUrl, studioName }: Deps): EmbedTrack {
  const { id, title, duration, audioUrl, artworkUrl, loudness, formats } = track
  return {
    ...{ id, title, duration, audioUrl, artworkUrl, loudness, formats },
    artist: creditedArtist(track, studioName),
    url: publicUrl + paths.track(track),
    artistUrl: publicUrl + paths.profile(track.userId),
  }
}

/** The track or playlist whose page has this URL. 404 for any other URL, also of what is private. */
export async function findByUrl(deps: Deps, url: string): Promise<OEmbedItem> {
  const page = parsePageUrl(url, deps.publicUrl)
  if (!page) throw notFound('Page')
  const { kind, name } = page
  const found = await (kind === 'track' ? openTrack : openPlaylist)(deps, name)
  if (!found) throw notFound(kind === 'track' ? 'Track' : 'Playlist')
  return found
}

async function openTrack({ db, studioName }: Deps, name: string): Promise<OEmbedItem | undefined> {
  const track = await findTrack(db, name, undefined)
  if (!track) return undefined
  const { id, slug, title } = track
  const author = creditedArtist(track, studioName)
  return { kind: 'track', id, slug, title, author, username: track.user.username }
}

async function openPlaylist({ db }: Deps, name: string): Promise<OEmbedItem | undefined> {
  const playlist = await findPlaylist(db, name, undefined)
  if (!playlist) return undefined
  const { id, slug, title } = playlist
  const { username } = playlist.user
  return { kind: 'playlist', id, slug, title, author: playlistArtist(playlist), username }
}

/**
 * The URL of the page or of the embedded player, with any query, and with http or https: a site may have changed to
 * https.
 */
function parsePageUrl(
  url: string,
  publicUrl: string,
): { kind: EmbedKind; name: string } | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, host, username, password, pathname } = new URL(url)
  if (!/^https?:$/.test(protocol) || host !== new URL(publicUrl).host || username || password)
    return undefined
  const [, kind, encoded] = /^(?:\/embed)?\/(track|playlist|album)\/([^/]+)$/.exec(pathname) ?? []
  if (!encoded) return undefined
  try {
    const name = decodeURIComponent(encoded)
    if (name.length > 300 || hasControlCharacters(name)) return undefined
    return { kind: kind === 'track' ? 'track' : 'playlist', name }
  } catch {
    return undefined
  }
}

/** In pixels. A site that names no limit gets this width. */
const defaultWidth = 640
/** Sizes of square images, see modules/images. */
const thumbnails = [96, 192, 384]

/** Never exceeds the maxima of the request, even if they are below the sizes that the player is designed for. */
export function fitSize(
  kind: EmbedKind,
  { maxWidth, maxHeight }: { maxWidth: number | undefined; maxHeight: number | undefined },
): OEmbedSize {
  const width = maxWidth === undefined ? defaultWidth : Math.min(maxWidth, embedWidths.max)
  const height = Math.min(embedHeights[kind], maxHeight ?? Number.POSITIVE_INFINITY)
  const most = Math.min(maxWidth ?? Number.POSITIVE_INFINITY, maxHeight ?? Number.POSITIVE_INFINITY)
  return { width, height, thumbnail: thumbnails.findLast((size) => size <= most) }
}
