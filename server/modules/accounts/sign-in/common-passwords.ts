import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Shown below the password field. */
export const commonPassword = 'This password is too common.'

/** On the scale of zxcvbn: a password with a lower score is guessed in fewer than a million attempts. */
const minScore = 2
/** Estimating is synchronous and takes longer for longer texts: at most about 50 ms for this length. */
const maxLength = 32

let estimator: Promise<ZxcvbnFactory> | undefined

/**
 * Whether a new password is one that many people use ('password', '12345678') or a variant of one
 * ('P@ssw0rd1', 'qwertyuiop', 'aaaaaaaa'). The dictionary is loaded at the first call: it takes 11 MB.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  estimator ??= loadEstimator()
  return (await estimator).check(password.normalize('NFKC')).score < minScore
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary: { passwords: dictionary['passwords-common'] },
    graphs: adjacencyGraphs,
    maxLength,
  })
}
