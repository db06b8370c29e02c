import { reindexPlaylist } from '#server/modules/playlists/entries/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { keysetPages } from '#server/shared/keyset-pages.ts'
import { type Check, quoteTitle } from '../issue.ts'
import {
  areTotalsWrong,
  countOrphanedPlays,
  deleteOrphanedPlays,
  playlistsAfter,
  recountTrack,
  repairDay,
  repairGenre,
  repairTotals,
  tracksAfter,
  wrongDays,
  wrongGenres,
} from './repository.ts'

const done = (repairing: Promise<void>) => repairing.then(() => true)

/** Stored counts. The totals come after the tracks, because repairing tracks changes them. */
export async function* checkCounts(db: Db): Check {
  yield* checkPlays(db)
  yield* checkTracks(db)
  yield* checkPlaylists(db)
  yield* checkTotals(db)
}

async function* checkPlays(db: Db): Check {
  const orphan = await countOrphanedPlays(db)
  if (orphan > 0)
    yield {
      problem: `${orphan} recorded plays belong to deleted tracks.`,
      repair: () => done(deleteOrphanedPlays(db)),
    }
  for (const { day, stored, recorded } of await wrongDays(db))
    yield {
      problem: `The day ${day} has a total of ${stored} plays, but ${recorded} are recorded.`,
      repair: () => done(repairDay(db, day)),
    }
}

async function* checkTracks(db: Db): Check {
  for await (const page of keysetPages((last) => tracksAfter(db, last)))
    for (const track of page) {
      const repair = () => done(recountTrack(db, track.id))
      if (track.likeCount !== track.likes)
        yield {
          problem: `The track ${quoteTitle(track)} has a like count of ${track.likeCount}, but ${track.likes} likes.`,
          repair,
        }
      if (track.playCount < track.plays)
        yield {
          problem: `The track ${quoteTitle(track)} has a play count of ${track.playCount}, but ${track.plays} plays of the last day are recorded.`,
          repair,
        }
    }
}

async function* checkPlaylists(db: Db): Check {
  for await (const page of keysetPages((last) => playlistsAfter(db, last)))
    for (const playlist of page) {
      const repair = () => done(reindexPlaylist(db, playlist.id))
      if (playlist.trackCount !== playlist.entries)
        yield {
          problem: `The playlist ${quoteTitle(playlist)} has a track count of ${playlist.trackCount}, but ${playlist.entries} tracks.`,
          repair,
        }
      if (!playlist.isInOrder)
        yield {
          problem: `The positions in the playlist ${quoteTitle(playlist)} are not 0 to ${playlist.entries - 1}, each once.`,
          repair,
        }
    }
}

async function* checkTotals(db: Db): Check {
  for (const { genre, stored, counted } of await wrongGenres(db))
    yield {
      problem: `The genre ${genre} has a track count of ${stored}, but ${counted} public tracks.`,
      repair: () => done(repairGenre(db, genre)),
    }
  if (await areTotalsWrong(db))
    yield {
      problem: 'The totals in the dashboard do not match the tracks.',
      repair: () => done(repairTotals(db)),
    }
}
