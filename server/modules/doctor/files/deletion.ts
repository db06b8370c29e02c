import type { Issue } from '../issue.ts'

/** Whether this run may delete files, and if not, why. */
export type DeletionPolicy = { allowed: boolean; advice?: string }

export function deletionPolicy(run: { isRightStore: boolean; missing: number }): DeletionPolicy {
  if (!run.isRightStore) return { allowed: false }
  return run.missing === 0
    ? { allowed: true }
    : { allowed: false, advice: 'It stays while files are missing: it may be one of them.' }
}

/** The servers delete the file after a day; until then an administrator can restore a lost row that references it. */
export function deleteInADay(
  { allowed, advice }: DeletionPolicy,
  release: () => Promise<void>,
): Partial<Issue> {
  if (!allowed) return advice === undefined ? {} : { advice }
  return {
    repair: () => release().then(() => true),
    repairedMessage: 'It is deleted in a day, unless something uses it by then.',
    advice: 'With --fix it is deleted after a day, unless something uses it by then.',
  }
}
