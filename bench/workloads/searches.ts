import { planExact, planWithTypos } from '#server/modules/search/query-plan.ts'
import { findSimilarTerms, tokenize } from '#server/modules/search/repository.ts'
import { findTracks, search } from '#server/modules/search/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { DatabaseClient } from '../measurement/database-client.ts'
import type { Workload } from '../measurement/measure.ts'
import type { Texts } from './search-texts.ts'

/** The tracks alone, as ids: 20, the most played first. */
export const trackSearches = (client: DatabaseClient, kinds: Texts[]): Workload[] =>
  kinds.map(({ name, texts }) => ({
    name: `tracks by ${name}`,
    client,
    queries: texts.map((text) => () => searchTracks(client.db, text)),
  }))

/** Everything that a call returns: tracks, users and playlists, ten of each. */
export const wholeSearches = (client: DatabaseClient, kinds: Texts[]): Workload[] =>
  kinds.map(({ name, texts }) => ({
    name: `everything by ${name}`,
    client,
    queries: texts.map((text) => () => search(client.db, { text, limit: 10, viewer: undefined })),
  }))

async function searchTracks(db: Db, text: string): Promise<string[]> {
  const limit = 20
  const tokens = await tokenize(db, text)
  const plan = planExact(tokens, limit)
  const found = plan ? await findTracks(db, plan) : []
  if (found.length > 0) return found
  const similar = await findSimilarTerms(
    db,
    tokens.terms.map(({ term }) => term),
  )
  const planWithExpansions = planWithTypos(tokens, similar, limit)
  return planWithExpansions ? findTracks(db, planWithExpansions) : []
}
