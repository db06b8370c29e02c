import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import type { DataExport } from '#contract/account.ts'
import { createPlayCounter } from '#server/modules/listening/plays/counter.ts'
import { refreshHotSet } from '#server/modules/search/maintenance-service.ts'
import { type Caller, startTestApp } from '../app.ts'
import { createTestDatabase } from '../database.ts'
import { startTestSite } from '../test-site.ts'
import { addContent, type Content } from './content.ts'
import { addListening } from './listening.ts'
import { addModeration } from './moderation.ts'
import { addPeople, type Site } from './people.ts'
import { send } from './send.ts'

/** All that a host can turn on. */
export const yearSettings = {
  ADMIN_EMAILS: 'boss@example.org',
  COMMENTS: 'on',
  REPOSTS: 'on',
  REGISTRATION: 'invite',
  OUTGOING_PRIVATE_NETWORKS: 'true',
}

/** Does with the site what members, listeners and moderators do in a year. */
export async function fillSite(site: Site, comments: number) {
  const people = await addPeople(site)
  const content = await addContent(site, people)
  await addListening(site, { people, content, comments })
  await addModeration(site, people, content)
  for (const { call } of [people.artist, people.fan]) await exportData(call)
  await refreshHotSet(site.db, 1)
  return { people, content }
}

/**
 * A site as a year of use leaves it, with rows in every table, made by the calls and workers of the product. It does not
 * run, so that the rows stay as they are; `start` runs it.
 */
export async function createYearOfUse({ comments = 5 } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'soundpost-year-'))
  const database = await createTestDatabase()
  const options = {
    env: yearSettings,
    objects: { kind: 'disk' as const, directory: path.join(folder, 'objects') },
    // Closing the app leaves the database.
    database: { ...database, drop: async () => {} },
  }
  const site = await startTestSite(options)
  const { people, content } = await fillSite(site, comments)
  await site.close()
  const play = () => countPlay(site, content)
  await play()
  return {
    ...{ folder, database, people, content, administrator: site.administrator },
    play,
    objects: options.objects,
    start: () => startTestApp(options),
    async close() {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type YearOfUse = Awaited<ReturnType<typeof createYearOfUse>>

/** Returns the archive. */
export async function exportData(call: Caller): Promise<Buffer> {
  await send(call, 'POST', '/api/account/export')
  const url = await vi.waitFor(
    async () => {
      const { url } = await send<DataExport>(call, 'GET', '/api/account/export')
      if (!url) throw new Error('The archive is not ready.')
      return url
    },
    { timeout: 30_000 },
  )
  return Buffer.from(await (await call('GET', url)).arrayBuffer())
}

/** One that no worker has added to the statistics yet. */
const countPlay = ({ db }: Pick<Site, 'db'>, { salt }: Content) =>
  createPlayCounter(db, 'UTC').count({
    ...{
      trackId: salt.id,
      listener: randomUUID(),
      viewer: undefined,
      source: 'site',
      referrer: null,
    },
  })
