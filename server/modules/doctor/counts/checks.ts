import { reindexPlaylist } from '#server/modules/playlists/remove-tracks.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Check, called, inPages } from '../finding.ts'
import {
  areTotalsOff,
  countStrayPlays,
  deleteStrayPlays,
  isNumberOfPeopleOff,
  mendDay,
  mendGenre,
  mendNumberOfPeople,
  mendTotals,
  playlistsAfter,
  recountTrack,
  tracksAfter,
  wrongDays,
  wrongGenres,
} from './queries.ts'

const done = (work: Promise<void>) => work.then(() => true)

/** What is counted once and kept. The totals come after the tracks, whose mending moves them. */
export async function* checkCounts(db: Db): Check {
  yield* checkPlays(db)
  yield* checkTracks(db)
  yield* checkPlaylists(db)
  yield* checkTotals(db)
}

async function* checkPlays(db: Db): Check {
  const stray = await countStrayPlays(db)
  if (stray > 0)
    yield {
      problem: `${stray} plays are remembered of tracks that are gone.`,
      mend: () => done(deleteStrayPlays(db)),
    }
  for (const { day, kept, remembered } of await wrongDays(db))
    yield {
      problem: `The day ${day} says that it had ${kept} plays, and ${remembered} of them are remembered.`,
      mend: () => done(mendDay(db, day)),
    }
}

async function* checkTracks(db: Db): Check {
  for await (const page of inPages((last) => tracksAfter(db, last)))
    for (const track of page) {
      const mend = () => done(recountTrack(db, track.id))
      if (track.likeCount !== track.likes)
        yield {
          problem: `The track ${called(track)} says that it has ${track.likeCount} likes, and it has ${track.likes}.`,
          mend,
        }
      if (track.playCount < track.plays)
        yield {
          problem: `The track ${called(track)} says that it was played ${track.playCount} times, and ${track.plays} listeners of the last day are remembered.`,
          mend,
        }
    }
}

async function* checkPlaylists(db: Db): Check {
  for await (const page of inPages((last) => playlistsAfter(db, last)))
    for (const playlist of page) {
      const mend = () => done(reindexPlaylist(db, playlist.id))
      if (playlist.trackCount !== playlist.entries)
        yield {
          problem: `The playlist ${called(playlist)} says that it has ${playlist.trackCount} tracks, and it has ${playlist.entries}.`,
          mend,
        }
      if (!playlist.isInOrder)
        yield {
          problem: `The places in the playlist ${called(playlist)} are not 0 to ${playlist.entries - 1}, each once.`,
          mend,
        }
    }
}

async function* checkTotals(db: Db): Check {
  for (const { genre, kept, counted } of await wrongGenres(db))
    yield {
      problem: `The genre ${genre} says that it has ${kept} public tracks, and it has ${counted}.`,
      mend: () => done(mendGenre(db, genre)),
    }
  if (await areTotalsOff(db))
    yield {
      problem: 'The totals that the administrator sees are not those of the tracks.',
      mend: () => done(mendTotals(db)),
    }
  if (await isNumberOfPeopleOff(db))
    yield {
      problem: 'The number of people that the administrator sees is not that of the people.',
      mend: () => done(mendNumberOfPeople(db)),
    }
}
