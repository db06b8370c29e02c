import { reindexPlaylist } from '#server/modules/playlists/entries/service.ts'
import { rebuildHotSet, rebuildTerms } from '#server/modules/search/maintenance-service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Check, quoteTitle } from './issue.ts'
import {
  checkDays,
  checkGenres,
  checkOrphanedPlays,
  checkSearchVectors,
  checkTotals,
  checkTracks,
  countUnknownTerms,
  countWrongTopTracks,
  wrongPlaylists,
} from './rows-repository.ts'

/** Stored counts and the search index. The totals come after the tracks, because repairing tracks changes them. */
export const rowChecks: ((db: Db) => Check)[] = [
  checkOrphanedPlays,
  checkDays,
  checkTracks,
  checkPlaylists,
  checkGenres,
  checkTotals,
  checkSearchVectors,
  checkSearchTables,
]

async function* checkPlaylists(db: Db): Check {
  for await (const playlist of wrongPlaylists(db)) {
    const repair = () => reindexPlaylist(db, playlist.id)
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

/** Word frequencies are approximate; a nightly job recounts them. */
async function* checkSearchTables(db: Db): Check {
  const unknown = await countUnknownTerms(db)
  if (unknown > 0)
    yield {
      problem: `The search index lacks ${unknown} words of public content.`,
      repair: () => rebuildTerms(db),
    }
  const wrong = await countWrongTopTracks(db)
  if (wrong > 0)
    yield {
      problem: `Of the most played tracks that search checks first, ${wrong} are missing or outdated.`,
      repair: () => rebuildHotSet(db),
    }
}
