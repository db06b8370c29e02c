import { setTimeout as wait } from 'node:timers/promises'
import type { DataExport } from '#contract/account.ts'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts'
import { collectExport } from './collect.ts'
import { presentExport } from './presenter.ts'
import {
  claimNext,
  completeExport,
  findByUser,
  insertLink,
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
  const claimed = await claimNext(deps.db)
  if (!claimed) return false
  try {
    const content = await collectExport(deps, claimed.userId, (done, total) =>
      // Not a write for every file of a large collection.
      done % 20 === 0 || done === total
        ? recordProgress(deps.db, claimed.id, { done, total })
        : Promise.resolve(),
    )
    const expiresAt = new Date(Date.now() + linkHours * 3600_000)
    // Without effect if the user was deleted meanwhile.
    if (content) await completeExport(deps.db, claimed.id, content, expiresAt)
  } catch (error) {
    await releaseExport(deps.db, claimed.id).catch(() => {})
    throw error
  }
  return true
}

/** Prepares exports until it is stopped; every server runs one. */
export function startExports(deps: Deps, { onFailure }: { onFailure(error: unknown): void }) {
  const stopping = new AbortController()
  let waking = new AbortController()

  async function work() {
    while (!stopping.signal.aborted) {
      try {
        if (await prepareNextExport(deps)) continue
      } catch (error) {
        if (!isDatabaseDown(error)) onFailure(error)
      }
      const signal = AbortSignal.any([stopping.signal, waking.signal])
      await wait(pollMs, undefined, { ref: false, signal }).catch(() => {})
      waking = new AbortController()
    }
  }

  const loop = work()
  return {
    wake: () => waking.abort(),
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

const pollMs = 15_000
