import type { Finding } from '../finding.ts'

/** Whether files may go in this run, and if not, why. */
export type Deletion = { may: boolean; advice?: string }

export function deletionIn(run: { isRightStore: boolean; missing: number }): Deletion {
  if (!run.isRightStore) return { may: false }
  return run.missing === 0
    ? { may: true }
    : { may: false, advice: 'It stays while files are missing: it may be one of them.' }
}

/** The servers delete it after a day; until then whoever lost the row that names it can put it back. */
export function inADay({ may, advice }: Deletion, letGo: () => Promise<void>): Partial<Finding> {
  if (!may) return advice === undefined ? {} : { advice }
  return {
    mend: () => letGo().then(() => true),
    mended: 'It is deleted in a day, unless something uses it by then.',
    advice: 'With --fix it is deleted after a day, unless something uses it by then.',
  }
}
