import { checkCounts } from './counts/checks.ts'
import { checkFiles } from './files/check.ts'
import type { Check, FileDeps } from './finding.ts'
import { checkWords } from './words/checks.ts'

type Deps = FileDeps & {
  say: (sentence: string) => void
  /** One sentence per problem of the configured identity provider. */
  findProviderProblems?: () => Promise<string[]>
}

export type Outcome = { found: number; mended: number }

/**
 * Compares what the database, the store and the counts say of each other. Where a count is kept in the
 * transaction that changes what it counts, one statement sees both at one moment; what is compared
 * between database and store is looked at again before it is called wrong.
 */
export async function examine(deps: Deps, { fix }: { fix: boolean }): Promise<Outcome> {
  const outcome = { found: 0, mended: 0 }
  // Files first: taking a lost picture away changes no count, and recounting comes last of all.
  for (const check of [
    checkFiles(deps),
    checkCounts(deps.db),
    checkWords(deps.db),
    checkIdentityProvider(deps.findProviderProblems),
  ])
    await report(check, { fix, say: deps.say, outcome })
  return outcome
}

/** Whether sign-in can work. Its settings are the administrator's to change. */
async function* checkIdentityProvider(findProblems: Deps['findProviderProblems']): Check {
  for (const problem of (await findProblems?.()) ?? []) yield { problem }
}

type Reporting = { fix: boolean; say: (sentence: string) => void; outcome: Outcome }

async function report(check: Check, { fix, say, outcome }: Reporting): Promise<void> {
  for await (const { problem, mend, mended = 'Mended.', advice } of check) {
    outcome.found += 1
    const isMended = fix && mend !== undefined && (await mend())
    if (isMended) outcome.mended += 1
    say([problem, isMended ? mended : advice].filter(Boolean).join(' '))
  }
}

/** The last line: what it comes to. */
export function summaryOf({ found, mended }: Outcome, { fix }: { fix: boolean }): string {
  if (found === 0) return 'All is well.'
  const things = found === 1 ? '1 thing' : `${found} things`
  if (!fix) return `${things} to put right: npm run doctor -- --fix mends what can be mended.`
  return found === mended
    ? `${things} found, all mended.`
    : `${things} found, ${mended} mended: the rest needs you.`
}
