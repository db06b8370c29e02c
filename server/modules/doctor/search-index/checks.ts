import { rebuildHotSet } from '#server/modules/search/hot-set.ts'
import { rebuildTerms } from '#server/modules/search/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { keysetPages } from '#server/shared/keyset-pages.ts'
import type { Check } from '../issue.ts'
import {
  countUnknownTerms,
  countWrongTopTracks,
  indexedAfter,
  reindex,
  resources,
} from './repository.ts'

/** The search index. Word frequencies are approximate; a nightly job recounts them. */
export async function* checkSearchIndex(db: Db): Check {
  for (const resource of resources)
    for await (const page of keysetPages((last) => indexedAfter(db, resource, last)))
      for (const { id, name, isFound } of page)
        if (!isFound)
          yield {
            problem: `Search does not find the ${resource} "${name}" by all of its words.`,
            repair: () => reindex(db, resource, id).then(() => true),
          }
  const unknown = await countUnknownTerms(db)
  if (unknown > 0)
    yield {
      problem: `The search index lacks ${unknown} words of public content.`,
      repair: () => rebuildTerms(db).then(() => true),
    }
  const wrong = await countWrongTopTracks(db)
  if (wrong > 0)
    yield {
      problem: `Of the most played tracks that search checks first, ${wrong} are missing or outdated.`,
      repair: () => rebuildHotSet(db).then(() => true),
    }
}
