import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Outcome, runChecks } from '#server/modules/doctor/service.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import { requiredObjects } from '#server/shared/object-keys.ts'
import { like, makePlaylist, makeUpload } from './factories.ts'
import type { TestSite } from './test-site.ts'

type DoctorRun = Outcome & { output: string[] }

export async function runDoctor({ postgres, store }: TestSite, fix = false): Promise<DoctorRun> {
  const output: string[] = []
  const print = (sentence: string) => void output.push(sentence)
  const outcome = await withLongRunningConnection(postgres.url, (db) =>
    runChecks({ db, store, print }, { fix }),
  )
  return { ...outcome, output }
}

export const pastDay = new Date(Date.now() - 25 * 60 * 60 * 1000)
/** The same store, as if all files were a day old. */
export const aDayLater = (site: TestSite): TestSite => ({
  ...site,
  store: {
    ...site.store,
    async *list(prefix) {
      for await (const file of site.store.list(prefix)) yield { ...file, modified: pastDay }
    },
  },
})

/** A registered file of the owner with bytes in the store. */
export async function storedFile(
  { db, store, owner }: TestSite,
  kind: 'audio' | 'image',
): Promise<string> {
  const { objectPath } = await makeUpload(db, owner.id, kind)
  for (const { key, contentType } of requiredObjects(objectPath))
    await store.write(key, Buffer.alloc(1000, kind), { contentType })
  return objectPath
}

export type Fixtures = {
  trackIds: string[]
  audioPath: string
  artworkPath: string
  listId: string
}

/** Three tracks with audio and artwork, one of them liked, and a playlist of all with a cover. */
export async function createFixtures(site: TestSite): Promise<Fixtures> {
  const trackIds: string[] = []
  const made = { audioPath: '', artworkPath: '' }
  for (const title of ['One', 'Two', 'Three']) {
    made.audioPath = await storedFile(site, 'audio')
    made.artworkPath = await storedFile(site, 'image')
    const body = { title, audioUrl: made.audioPath, artworkUrl: made.artworkPath }
    const response = await site.asOwner('POST', '/api/tracks', { body })
    trackIds.push(((await response.json()) as { id: string }).id)
  }
  await like(site.db, site.otherUser.id, trackIds[0] ?? '')
  const coverPath = await storedFile(site, 'image')
  const { id: listId } = await makePlaylist(site.db, site.owner.id, trackIds, { coverPath })
  await site.db.execute(sql`update uploads set state = 'used' where object_path = ${coverPath}`)
  return { trackIds, ...made, listId }
}

export async function expectRepaired(site: TestSite, problems: (string | RegExp)[]): Promise<void> {
  const expectedOutput = problems.map((problem) => expect.stringMatching(problem))
  expect(await runDoctor(site)).toEqual({
    found: problems.length,
    repaired: 0,
    output: expectedOutput,
  })
  const { found, repaired, output } = await runDoctor(site, true)
  expect({ found, repaired }).toEqual({ found: problems.length, repaired: problems.length })
  expect(output.every((sentence) => sentence.endsWith(' Repaired.'))).toBe(true)
  expect(await runDoctor(site)).toEqual({ found: 0, repaired: 0, output: [] })
}
