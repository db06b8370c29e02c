import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'

const windowSeconds = 5 * 60
const perAddress = { max: 15, windowSeconds }
/** Higher than the limit per address, so that one address cannot lock an account. */
const perAccount = { max: 30, windowSeconds }

/** Limits sign-in attempts, counted across all servers. */
export type LoginThrottle = {
  /** Records a started sign-in. Throws RateLimitError when the address has started too many. */
  recordStart(address: string): Promise<void>
  /** Records a password attempt. Throws RateLimitError when there were too many from this address or for this e-mail. */
  recordPassword(address: string, email: string): Promise<void>
  /** After a correct password: clears the attempts for this e-mail. */
  reset(email: string): Promise<void>
}

export function createLoginThrottle(limiter: RateLimiter): LoginThrottle {
  const starts = limiter.strict('login-starts', perAddress, tooManyAttempts)
  const passwordsOfAddress = limiter.strict('passwords-of-address', perAddress, tooManyAttempts)
  const passwordsOfAccount = limiter.strict('passwords-of-account', perAccount, tooManyAttempts)
  return {
    recordStart: (address) => starts.consume(clientSubnet(address)),
    async recordPassword(address, email) {
      await passwordsOfAddress.consume(clientSubnet(address))
      await passwordsOfAccount.consume(email.toLowerCase())
    },
    reset: (email) => passwordsOfAccount.reset(email.toLowerCase()),
  }
}

function tooManyAttempts(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}
