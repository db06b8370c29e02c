import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** One problem, in a sentence for the administrator. */
export type Issue = {
  problem: string
  /** Resolves to false if the repair is impossible for now. */
  repair?: () => Promise<unknown>
  /** Printed after a repair, where `Repaired.` would be wrong. */
  repairedMessage?: string
  /** What the administrator can do. */
  advice?: string
}

/** What the administrator may want to know, and needs no repair. */
export type Notice = { notice: string }

export type Check = AsyncIterable<Issue | Notice>
/** A long-running connection, with temporary tables of its own. */
export type FileDeps = { db: Db; store: ObjectStore }

/** Title and slug: as the owner knows it, and as it is in the URL. */
export const quoteTitle = ({ title, slug }: { title: string; slug: string }) =>
  `"${title}" (${slug})`
