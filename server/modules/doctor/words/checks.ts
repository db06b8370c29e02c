import { rebuildTerms } from '#server/modules/search/service.ts'
import { rebuildHotSet } from '#server/modules/search/top-tracks.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Check, inPages } from '../issue.ts'
import {
  countUnknownWords,
  countWrongTopTracks,
  nouns,
  wordsAfter,
  writeWordsAnew,
} from './repository.ts'

/** The search index. Word frequencies are approximate; a nightly job recounts them. */
export async function* checkWords(db: Db): Check {
  for (const noun of nouns)
    for await (const page of inPages((last) => wordsAfter(db, noun, last)))
      for (const { id, name, isFound } of page)
        if (!isFound)
          yield {
            problem: `Search does not find the ${noun} "${name}" by all of its words.`,
            repair: () => writeWordsAnew(db, noun, id).then(() => true),
          }
  const unknown = await countUnknownWords(db)
  if (unknown > 0)
    yield {
      problem: `Search does not know ${unknown} words that are in use.`,
      repair: () => rebuildTerms(db).then(() => true),
    }
  const wrong = await countWrongTopTracks(db)
  if (wrong > 0)
    yield {
      problem: `Of the most played tracks that search looks at first, ${wrong} are missing or not as they should be.`,
      repair: () => rebuildHotSet(db).then(() => true),
    }
}
