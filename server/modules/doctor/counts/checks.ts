import { reindexPlaylist } from '#server/modules/playlists/remove-tracks.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Check, inPages, quoteTitle } from '../issue.ts'
import {
  areTotalsWrong,
  countOrphanedPlays,
  deleteOrphanedPlays,
  isUserCountWrong,
  playlistsAfter,
  recountTrack,
  repairDay,
  repairGenre,
  repairTotals,
  repairUserCount,
  tracksAfter,
  wrongDays,
  wrongGenres,
} from './repository.ts'

const done = (work: Promise<void>) => work.then(() => true)

/** Stored counts. The totals come after the tracks, because repairing tracks changes them. */
export async function* checkCounts(db: Db): Check {
  yield* checkPlays(db)
  yield* checkTracks(db)
  yield* checkPlaylists(db)
  yield* checkTotals(db)
}

async function* checkPlays(db: Db): Check {
  const stray = await countOrphanedPlays(db)
  if (stray > 0)
    yield {
      problem: `${stray} plays are remembered of tracks that are gone.`,
      repair: () => done(deleteOrphanedPlays(db)),
    }
  for (const { day, kept, remembered } of await wrongDays(db))
    yield {
      problem: `The day ${day} says that it had ${kept} plays, and ${remembered} of them are remembered.`,
      repair: () => done(repairDay(db, day)),
    }
}

async function* checkTracks(db: Db): Check {
  for await (const page of inPages((last) => tracksAfter(db, last)))
    for (const track of page) {
      const repair = () => done(recountTrack(db, track.id))
      if (track.likeCount !== track.likes)
        yield {
          problem: `The track ${quoteTitle(track)} says that it has ${track.likeCount} likes, and it has ${track.likes}.`,
          repair,
        }
      if (track.playCount < track.plays)
        yield {
          problem: `The track ${quoteTitle(track)} says that it was played ${track.playCount} times, and ${track.plays} listeners of the last day are remembered.`,
          repair,
        }
    }
}

async function* checkPlaylists(db: Db): Check {
  for await (const page of inPages((last) => playlistsAfter(db, last)))
    for (const playlist of page) {
      const repair = () => done(reindexPlaylist(db, playlist.id))
      if (playlist.trackCount !== playlist.entries)
        yield {
          problem: `The playlist ${quoteTitle(playlist)} says that it has ${playlist.trackCount} tracks, and it has ${playlist.entries}.`,
          repair,
        }
      if (!playlist.isInOrder)
        yield {
          problem: `The places in the playlist ${quoteTitle(playlist)} are not 0 to ${playlist.entries - 1}, each once.`,
          repair,
        }
    }
}

async function* checkTotals(db: Db): Check {
  for (const { genre, kept, counted } of await wrongGenres(db))
    yield {
      problem: `The genre ${genre} says that it has ${kept} public tracks, and it has ${counted}.`,
      repair: () => done(repairGenre(db, genre)),
    }
  if (await areTotalsWrong(db))
    yield {
      problem: 'The totals that the administrator sees are not those of the tracks.',
      repair: () => done(repairTotals(db)),
    }
  if (await isUserCountWrong(db))
    yield {
      problem: 'The number of people that the administrator sees is not that of the people.',
      repair: () => done(repairUserCount(db)),
    }
}
