import { sql } from 'drizzle-orm'
import { StartupError } from '#server/errors.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { uniqueViolation } from '#server/platform/postgres/error-codes.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db, Postgres } from '#server/platform/postgres/open.ts'
import { type Administrators, assertEmpty } from './assert-empty.ts'
import type { Fixtures } from './fixtures/fixtures.ts'
import { insertRows, type StoredFiles } from './insert-rows.ts'
import {
  createImageStorer,
  removeUnownedUploads,
  type StoredFile,
  storeAudio,
} from './store-files.ts'
import { renderAll } from './synth/render-pool.ts'

export type Progress = { step: 'images' | 'audio' | 'rows'; done: number; of: number }

export type DemoDeps = {
  postgres: Postgres
  store: ObjectStore
  administrators: Administrators
  /** Where the host has turned them on. */
  withReposts?: boolean
  /** Called once the site is known to be empty. */
  begin?: () => void
  report: (progress: Progress) => void
}

export type DemoSummary = { artists: number; listeners: number; tracks: number; playlists: number }

const seedLockId = 1_380_206

/**
 * Seeds an empty instance: first the files, each with a row in `uploads` before it is written, then
 * all other rows in one transaction. An interrupted run leaves nothing visible; the next run or the
 * server's daily sweep removes its files.
 */
export async function seedDemo(deps: DemoDeps, fixtures: Fixtures): Promise<DemoSummary> {
  return withLongRunningConnection(deps.postgres.url, async (db) => {
    await acquireSeedLock(db)
    await assertEmpty(db, deps.administrators)
    await removeUnownedUploads({ db, store: deps.store })
    deps.begin?.()
    try {
      const files = await storeFiles({ ...deps, db: deps.postgres.db }, fixtures)
      deps.report({ step: 'rows', done: 0, of: 1 })
      // People may have signed up meanwhile: what was begun is finished.
      await db
        .transaction((tx) => insertRows({ ...deps, db: tx, fixtures, files, now: new Date() }))
        .catch(sayIfNameIsTaken)
      deps.report({ step: 'rows', done: 1, of: 1 })
      return summarize(fixtures)
    } catch (error) {
      await removeUnownedUploads({ db, store: deps.store }).catch(() => {})
      throw error
    }
  })
}

function sayIfNameIsTaken(error: unknown): never {
  if (uniqueViolation(error) === undefined) throw error
  throw new StartupError(
    'somebody took the name of a demo artist or track meanwhile. Nothing was changed: run it in an empty instance.',
    { cause: error },
  )
}

/** A session-level lock: PostgreSQL releases it when the connection of a killed run closes. */
async function acquireSeedLock(db: Db): Promise<void> {
  const { rows } = await db.execute<{ acquired: boolean }>(
    sql`select pg_try_advisory_lock(${seedLockId}) as acquired`,
  )
  if (!rows[0]?.acquired)
    throw new StartupError('another demo run is filling this instance just now.')
}

async function storeFiles(deps: DemoDeps & { db: Db }, fixtures: Fixtures): Promise<StoredFiles> {
  const images = await storeImages(deps, fixtures)
  const jobs = fixtures.artists.flatMap((artist) =>
    artist.tracks.map((track) => ({
      title: track.title,
      style: track.style,
      parameters: {
        seed: `${artist.username} ${track.title}`,
        key: track.key,
        bpm: track.bpm,
        seconds: track.seconds,
        ...(track.lead ? { lead: track.lead } : {}),
        ...(track.backgroundNoise ? { backgroundNoise: track.backgroundNoise } : {}),
      },
    })),
  )
  const audio = new Map<string, StoredFile>()
  deps.report({ step: 'audio', done: 0, of: jobs.length })
  await renderAll(jobs, async ({ title }, rendered) => {
    audio.set(title, await storeAudio(deps, rendered))
    deps.report({ step: 'audio', done: audio.size, of: jobs.length })
  })
  return { audio, images }
}

async function storeImages(deps: DemoDeps & { db: Db }, { artists, playlists }: Fixtures) {
  const names = [
    ...artists.flatMap(({ portrait, tracks }) => [portrait, ...tracks.map((t) => t.artwork)]),
    ...playlists.map(({ cover }) => cover),
  ].filter((name) => name !== undefined)
  const storeImage = createImageStorer(deps)
  const images = new Map<string, StoredFile>()
  for (const name of names) {
    images.set(name, await storeImage(name))
    deps.report({ step: 'images', done: images.size, of: names.length })
  }
  return images
}

function summarize({ artists, listeners, playlists }: Fixtures): DemoSummary {
  return {
    artists: artists.length,
    listeners,
    tracks: artists.reduce((sum, { tracks }) => sum + tracks.length, 0),
    playlists: playlists.length,
  }
}
