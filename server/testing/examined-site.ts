import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { examine, type Outcome } from '#server/modules/doctor/examine.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import { objectsForPath } from '#server/shared/object-keys.ts'
import type { Cast } from './cast.ts'
import { like, makePlaylist, makeUpload } from './factories.ts'

type Said = Outcome & { said: string[] }

export async function callDoctor({ postgres, store }: Cast, fix = false): Promise<Said> {
  const said: string[] = []
  const say = (sentence: string) => void said.push(sentence)
  const outcome = await withLongRunningConnection(postgres.url, (db) =>
    examine({ db, store, say }, { fix }),
  )
  return { ...outcome, said }
}

export const pastDay = new Date(Date.now() - 25 * 60 * 60 * 1000)
/** The same store after a day in which nothing happened. */
export const aDayLater = (cast: Cast): Cast => ({
  ...cast,
  store: {
    ...cast.store,
    async *list(prefix) {
      for await (const file of cast.store.list(prefix)) yield { ...file, modified: pastDay }
    },
  },
})

/** A registered file of the owner's with bytes in the store. */
export async function storedFile(
  { db, store, owner }: Cast,
  kind: 'audio' | 'image',
): Promise<string> {
  const { objectPath } = await makeUpload(db, owner.id, kind)
  for (const { key, contentType } of objectsForPath(objectPath))
    await store.write(key, Buffer.alloc(1000, kind), { contentType })
  return objectPath
}

export type Site = { trackIds: string[]; audioUrl: string; artworkUrl: string; listId: string }

/** Three tracks with sound and artwork, one of them liked, and a playlist of all with a cover. */
export async function fillSite(cast: Cast): Promise<Site> {
  const trackIds: string[] = []
  const made = { audioUrl: '', artworkUrl: '' }
  for (const title of ['One', 'Two', 'Three']) {
    made.audioUrl = await storedFile(cast, 'audio')
    made.artworkUrl = await storedFile(cast, 'image')
    const answer = await cast.asOwner('POST', '/api/tracks', { body: { title, ...made } })
    trackIds.push(((await answer.json()) as { id: string }).id)
  }
  await like(cast.db, cast.stranger.id, trackIds[0] ?? '')
  const coverUrl = await storedFile(cast, 'image')
  const { id: listId } = await makePlaylist(cast.db, cast.owner.id, trackIds, { coverUrl })
  await cast.db.execute(sql`update uploads set state = 'used' where object_path = ${coverUrl}`)
  return { trackIds, ...made, listId }
}

export async function expectMended(cast: Cast, problems: (string | RegExp)[]): Promise<void> {
  const told = problems.map((problem) => expect.stringMatching(problem))
  expect(await callDoctor(cast)).toEqual({ found: problems.length, mended: 0, said: told })
  const { found, mended, said } = await callDoctor(cast, true)
  expect({ found, mended }).toEqual({ found: problems.length, mended: problems.length })
  expect(said.every((sentence) => sentence.endsWith(' Mended.'))).toBe(true)
  expect(await callDoctor(cast)).toEqual({ found: 0, mended: 0, said: [] })
}
