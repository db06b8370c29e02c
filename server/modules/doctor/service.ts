import { reindexPlaylist } from '#server/modules/playlists/entries/service.ts'
import { rebuildHotSet, rebuildTerms } from '#server/modules/search/maintenance-service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { checkFiles } from './files-service.ts'
import { type Check, type FileDeps, quoteTitle } from './issue.ts'
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

type Print = { print: (sentence: string) => void }
type Deps = FileDeps &
  Print & {
    /** One sentence per problem of the configured identity provider. */
    findProviderProblems?: () => Promise<string[]>
  }

export type Outcome = { found: number; repaired: number }

/**
 * Compares rows, stored files and counters with each other, while the site is in use. A counter and what it counts
 * change in one transaction, so that one statement sees both consistently; differences between database and store are
 * checked a second time before they are reported.
 */
export async function runChecks(deps: Deps, { fix }: { fix: boolean }): Promise<Outcome> {
  // Files before counts: repairs of rows and files come before the counts that are derived from rows.
  const checks = [
    checkFiles(deps),
    ...rowChecks.map((check) => check(deps.db)),
    checkSettings(deps),
  ]
  return report(checks, { ...deps, fix })
}

/** The rows alone, without a store. */
export const checkRows = ({ db, print }: Pick<FileDeps, 'db'> & Print): Promise<Outcome> =>
  report(
    rowChecks.map((check) => check(db)),
    { print, fix: false },
  )

async function report(checks: Check[], { print, fix }: Print & { fix: boolean }): Promise<Outcome> {
  const outcome = { found: 0, repaired: 0 }
  for (const check of checks)
    for await (const found of check) {
      if ('notice' in found) {
        print(found.notice)
        continue
      }
      const { problem, repair, repairedMessage = 'Repaired.', advice } = found
      outcome.found += 1
      const isRepaired = fix && repair !== undefined && (await repair()) !== false
      if (isRepaired) outcome.repaired += 1
      print([problem, isRepaired ? repairedMessage : advice].filter(Boolean).join(' '))
    }
  return outcome
}

/** Whether browsers can upload to the store, and whether sign-in can work: only the administrator can change that. */
async function* checkSettings({ store, findProviderProblems }: Deps): Check {
  for (const problem of await store.findProblems()) yield { problem }
  for (const problem of (await findProviderProblems?.()) ?? []) yield { problem }
}

/** The last line of the report. */
export function formatSummary({ found, repaired }: Outcome, { fix }: { fix: boolean }): string {
  if (found === 0) return 'No problems found.'
  const problems = found === 1 ? '1 problem' : `${found} problems`
  if (!fix) return `${problems} found: npm run doctor -- --fix repairs what can be repaired.`
  return found === repaired
    ? `${problems} found, all repaired.`
    : `${problems} found, ${repaired} repaired: the others need manual action.`
}

/** Stored counts and the search index. The totals come after the tracks, because repairing tracks changes them. */
const rowChecks: ((db: Db) => Check)[] = [
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
