import type { DataExport } from '#contract/account.ts'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts'
import { collectExport } from './collect.ts'
import { presentExport } from './presenter.ts'
import {
  completeExport,
  findByUser,
  insertLink,
  leaseNext,
  leases,
  recordProgress,
  releaseExport,
  requestRow,
} from './repository.ts'

type Deps = { db: Db; store: ObjectStore }

const linkHours = 24

export async function requestExport(db: Db, userId: string): Promise<DataExport> {
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, userId)
    await requestRow(tx, userId)
  })
  return presentExport(await findByUser(db, userId), null)
}

/** Each call issues a new link once the export is ready. */
export async function getExport(db: Db, userId: string): Promise<DataExport> {
  const row = await findByUser(db, userId)
  if (row?.state !== 'ready') return presentExport(row, null)
  const token = newToken()
  if (!(await insertLink(db, row.id, hashToken(token)))) return presentExport(undefined, null)
  return presentExport(row, urlFor(routes.downloadExport, { params: { token } }))
}

/** Prepares the next export. Returns false if there is none. */
export async function prepareNextExport(deps: Deps): Promise<boolean> {
  const { db } = deps
  const leased = await leaseNext(db)
  if (!leased) return false
  try {
    const content = await leases.withHeartbeat(db, leased, () =>
      collectExport(deps, leased.userId, async (done, total) => {
        // Not a write for every file of a large collection.
        if (done % 20 === 0 || done === total) await recordProgress(db, leased, { done, total })
      }),
    )
    const expiresAt = new Date(Date.now() + linkHours * 3600_000)
    // Without effect if the user was deleted meanwhile.
    if (content) await completeExport(db, leased, content, expiresAt)
  } catch (error) {
    await releaseExport(db, leased).catch(() => {})
    throw error
  }
  return true
}

export const startExports = (deps: Deps, options: { onFailure(error: unknown): void }) =>
  startWorker({ runNext: () => prepareNextExport(deps), pollMs: 15_000, ...options })
