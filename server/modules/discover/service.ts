import type { Discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import { listPublicPlaylists } from '#server/modules/playlists/service.ts'
import { getTracksByIds } from '#server/modules/tracks/service.ts'
import { type CachedResponse, createCachedResponse } from '#server/platform/http/cached-response.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { findLiked, findSections, perSection, type SectionEntry } from './repository.ts'

/** The sections of the home page as an anonymous viewer sees them. */
export type CachedDiscovery = {
  sections: Discovery
  /** The sections, serialized and compressed. */
  response: CachedResponse
}

export async function loadDiscovery(db: Db): Promise<CachedDiscovery> {
  const sections = await loadSections(db)
  return { sections, response: await createCachedResponse(sections) }
}

async function loadSections(db: Db): Promise<Discovery> {
  const entries = await findSections(db)
  const ids = [...new Set(entries.map(({ id }) => id))]
  const byId = new Map((await getTracksByIds(db, ids, undefined)).map((track) => [track.id, track]))
  const tracksOf = (isIncluded: (entry: SectionEntry) => boolean) =>
    entries.filter(isIncluded).flatMap(({ id }) => byId.get(id) ?? [])
  const genres = [...new Set(entries.flatMap(({ genre }) => genre ?? []))]
  const releases = await listPublicPlaylists(db, { limit: perSection, releases: true }, undefined)
  return {
    curated: tracksOf(({ section }) => section === 'curated'),
    recent: tracksOf(({ section }) => section === 'recent'),
    trending: byPlays(tracksOf(({ section }) => section === 'trending')),
    genres: genres.map((genre) => ({
      genre,
      tracks: byPlays(tracksOf((entry) => entry.genre === genre)),
    })),
    releases: releases.items,
  }
}

/** Sections are ranked without pending plays, the displayed counts include them. */
const byPlays = (tracks: Track[]) => tracks.toSorted((a, b) => b.playCount - a.playCount)

/** Fills in the fields that depend on the viewer. */
export async function personalizeDiscovery(
  db: Db,
  { sections }: CachedDiscovery,
  userId: string,
): Promise<Discovery> {
  const { curated, recent, trending, genres, releases } = sections
  const tracks = [curated, recent, trending, ...genres.map((genre) => genre.tracks)].flat()
  const liked = await findLiked(
    db,
    userId,
    tracks.map(({ id }) => id),
  )
  const personalize = (list: Track[]) =>
    list.map((track) => (liked.has(track.id) ? { ...track, likes: [{ userId }] } : track))
  return {
    curated: personalize(curated),
    recent: personalize(recent),
    trending: personalize(trending),
    genres: genres.map((genre) => ({ ...genre, tracks: personalize(genre.tracks) })),
    releases,
  }
}
