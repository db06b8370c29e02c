import type { Discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import { getTracksByIds } from '#server/modules/tracks/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { findSections, type SectionEntry } from './repository.ts'

/** As every visitor gets it. */
export async function loadSections(db: Db): Promise<Discovery> {
  const placed = await findSections(db)
  const ids = [...new Set(placed.map(({ id }) => id))]
  const shown = new Map(
    (await getTracksByIds(db, ids, undefined)).map((track) => [track.id, track]),
  )
  const pick = (fits: (place: SectionEntry) => boolean) =>
    placed.filter(fits).flatMap(({ id }) => shown.get(id) ?? [])
  const genres = [...new Set(placed.flatMap(({ genre }) => genre ?? []))]
  return {
    curated: pick(({ section }) => section === 'curated'),
    recent: pick(({ section }) => section === 'recent'),
    trending: byPlays(pick(({ section }) => section === 'trending')),
    genres: genres.map((genre) => ({
      genre,
      tracks: byPlays(pick((place) => place.genre === genre)),
    })),
  }
}

/** Ranked some seconds after they are counted: those that are shown have moved on since. */
const byPlays = (tracks: Track[]) => tracks.toSorted((a, b) => b.playCount - a.playCount)
