import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** One thing that is wrong, in a sentence for the administrator. */
export type Finding = {
  problem: string
  /** Puts it right. Answers false where that turned out to be impossible just now. */
  mend?: () => Promise<boolean>
  /** What is said then, where `Mended.` would say too much. */
  mended?: string
  /** What a person can do where we cannot. */
  advice?: string
}

export type Check = AsyncIterable<Finding>
/** The connection is the doctor's own, and does not give up after seconds. */
export type FileDeps = { db: Db; store: ObjectStore }

/** A thing as its owner knows it, and as it is found in the address bar. */
export const called = ({ title, slug }: { title: string; slug: string }) => `"${title}" (${slug})`

const beforeAllIds = '00000000-0000-0000-0000-000000000000'

/** Goes through rows in the order of their ids, some at a time, also while rows come and go. */
export async function* inPages<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: string | undefined = beforeAllIds; last !== undefined; ) {
    const rows = await read(last)
    yield rows
    last = rows.at(-1)?.id
  }
}
