import { sql } from 'drizzle-orm'
import { users } from '#server/database/schema.ts'
import { CannotStart } from '#server/errors.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db, Postgres } from '#server/platform/postgres/open.ts'
import type { Cast } from './cast/cast.ts'
import { type Administrators, requireEmpty } from './emptiness.ts'
import { createImageStorer, removeLeftovers, type StoredFile, storeAudio } from './store-files.ts'
import { playAll } from './synth/musicians.ts'
import { type StoredFiles, writeRows } from './write-rows.ts'

export type Progress = { what: 'pictures' | 'music' | 'people'; done: number; of: number }

export type DemoDeps = {
  postgres: Postgres
  store: ObjectStore
  administrators: Administrators
  report: (progress: Progress) => void
}

export type DemoSummary = { artists: number; listeners: number; tracks: number; playlists: number }

const filling = 1_380_206

/**
 * Fills an empty instance. First the files, each announced by a row before it is written; then all
 * rows in one transaction. Cut off at any moment it leaves nothing that anybody sees, and the next
 * run, or the server's daily sweep, removes what it had stored.
 */
export async function fillWithDemo(deps: DemoDeps, cast: Cast): Promise<DemoSummary> {
  return withLongRunningConnection(deps.postgres.url, async (db) => {
    await requireAlone(db)
    await requireEmpty(db, deps.administrators)
    await removeLeftovers({ db, store: deps.store })
    try {
      const files = await storeFiles({ ...deps, db: deps.postgres.db }, cast)
      deps.report({ what: 'people', done: 0, of: 1 })
      await db.transaction(async (tx) => {
        // Whoever creates an account at this moment either is seen here or comes after the demo.
        await tx.execute(sql`lock table ${users} in share row exclusive mode`)
        await requireEmpty(tx, deps.administrators)
        await writeRows({ db: tx, cast, files, now: new Date() })
      })
      deps.report({ what: 'people', done: 1, of: 1 })
      return summaryOf(cast)
    } catch (error) {
      await removeLeftovers({ db, store: deps.store }).catch(() => {})
      throw error
    }
  })
}

/** The lock goes with the connection, so that a run that was killed keeps nobody out. */
async function requireAlone(db: Db): Promise<void> {
  const { rows } = await db.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_lock(${filling}) as alone`,
  )
  if (!rows[0]?.alone) throw new CannotStart('another demo run is filling this instance just now.')
}

async function storeFiles(deps: DemoDeps & { db: Db }, cast: Cast): Promise<StoredFiles> {
  const pictures = await storePictures(deps, cast)
  const orders = cast.artists.flatMap((artist) =>
    artist.tracks.map((track) => ({
      title: track.title,
      style: track.style,
      brief: {
        seed: `${artist.username} ${track.title}`,
        key: track.key,
        bpm: track.bpm,
        seconds: track.seconds,
        ...(track.lead ? { lead: track.lead } : {}),
        ...(track.air ? { air: track.air } : {}),
      },
    })),
  )
  const audio = new Map<string, StoredFile>()
  deps.report({ what: 'music', done: 0, of: orders.length })
  await playAll(orders, async ({ title }, music) => {
    audio.set(title, await storeAudio(deps, music))
    deps.report({ what: 'music', done: audio.size, of: orders.length })
  })
  return { audio, pictures }
}

async function storePictures(deps: DemoDeps & { db: Db }, cast: Cast) {
  const names = [
    ...cast.artists.flatMap(({ portrait, tracks }) => [portrait, ...tracks.map((t) => t.artwork)]),
    ...cast.playlists.map(({ cover }) => cover),
  ].filter((name) => name !== undefined)
  const storeImage = createImageStorer(deps)
  const pictures = new Map<string, StoredFile>()
  for (const name of names) {
    pictures.set(name, await storeImage(name))
    deps.report({ what: 'pictures', done: pictures.size, of: names.length })
  }
  return pictures
}

function summaryOf(cast: Cast): DemoSummary {
  return {
    artists: cast.artists.length,
    listeners: cast.listeners,
    tracks: cast.artists.reduce((sum, { tracks }) => sum + tracks.length, 0),
    playlists: cast.playlists.length,
  }
}
