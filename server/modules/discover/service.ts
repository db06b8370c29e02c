import type { Discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import { getPlayCounts } from '#server/modules/listening/plays/counter.ts'
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
  const tracks = await getTracksByIds(db, ids, undefined)
  const byId = new Map(tracks.map((track) => [track.id, track]))
  const plays = await getPlayCounts(db, ids)
  const tracksOf = (isIncluded: (entry: SectionEntry) => boolean) =>
    entries.filter(isIncluded).flatMap(({ id }) => byId.get(id) ?? [])
  const genres = [...new Set(entries.flatMap(({ genre }) => genre ?? []))]
  const releases = await listPublicPlaylists(db, { limit: perSection, releases: true }, undefined)
  return {
    curated: tracksOf(({ section }) => section === 'curated'),
    recent: tracksOf(({ section }) => section === 'recent'),
    trending: byPlays(
      tracksOf(({ section }) => section === 'trending'),
      plays,
    ),
    genres: genres.map((genre) => ({
      genre,
      tracks: byPlays(
        tracksOf((entry) => entry.genre === genre),
        plays,
      ),
    })),
    releases: releases.items,
  }
}

/** Sections are ranked without pending plays, the displayed counts include them. Hidden counts rank too. */
const byPlays = (tracks: Track[], plays: Map<string, number>) =>
  tracks.toSorted((a, b) => (plays.get(b.id) ?? 0) - (plays.get(a.id) ?? 0))

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
  // Their owner sees the counts that are hidden from others.
  const hidden = tracks.filter((track) => track.userId === userId && track.playCount === null)
  const ids = [...new Set(hidden.map(({ id }) => id))]
  const own = await getTracksByIds(db, ids, { id: userId, isAdmin: false })
  const ownById = new Map(own.map((track) => [track.id, track]))
  const personalize = (list: Track[]) =>
    list.map((listed) => {
      const track = ownById.get(listed.id) ?? listed
      return liked.has(track.id) ? { ...track, likes: [{ userId }] } : track
    })
  return {
    curated: personalize(curated),
    recent: personalize(recent),
    trending: personalize(trending),
    genres: genres.map((genre) => ({ ...genre, tracks: personalize(genre.tracks) })),
    releases,
  }
}
