import type { Discovery } from '#contract/discover.ts'
import { tracksByIds } from '#server/modules/tracks/listing.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { findSections, type Placed } from './queries.ts'

export async function discover(db: Db, viewer: Viewer | undefined): Promise<Discovery> {
  const placed = await findSections(db)
  const ids = [...new Set(placed.map(({ id }) => id))]
  const shown = new Map((await tracksByIds(db, ids, viewer)).map((track) => [track.id, track]))
  const pick = (fits: (place: Placed) => boolean) =>
    placed.filter(fits).flatMap(({ id }) => shown.get(id) ?? [])
  const genres = [...new Set(placed.flatMap(({ genre }) => genre ?? []))]
  return {
    curated: pick(({ section }) => section === 'curated'),
    recent: pick(({ section }) => section === 'recent'),
    trending: pick(({ section }) => section === 'trending'),
    genres: genres.map((genre) => ({ genre, tracks: pick((place) => place.genre === genre) })),
  }
}
