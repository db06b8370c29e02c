import { RateLimitError } from '#server/errors.ts'
import { clientNetwork, clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import type { RateLimiter, StrictLimit } from '#server/platform/rate-limit/rate-limiter.ts'

const windowSeconds = 5 * 60
const perAddress = { max: 15, windowSeconds }
/** Per /48: with IPv6, one customer often has a /48, which is 65,536 subnets. */
const perNetwork = { max: 60, windowSeconds }
/** Higher than the limit per address, so that one address cannot lock an account. */
const perAccount = { max: 30, windowSeconds }
/** For a browser in which the account has signed in before: its attempts are counted separately. */
const perDevice = { max: 10, windowSeconds }
/** For all of these browsers of an account: each sign-in can make another one. */
const perAccountDevices = { max: 30, windowSeconds }

/** A browser in which the account has signed in before. */
export type Device = { id: string; accountId: string }

/** Limits sign-in attempts, counted across all servers. */
export type LoginThrottle = {
  /** Records a started sign-in. Throws RateLimitError when the address has started too many. */
  recordStart(address: string, device?: Device): Promise<void>
  /**
   * Records a password attempt. Throws RateLimitError when there were too many from this address or for this email.
   * Attempts of a known device count against neither, until its own are used up.
   */
  recordPassword(address: string, email: string, device?: Device): Promise<void>
  /** Records an attempt with a passkey, which counts as one with a password. Its account is not known yet. */
  recordPasskey(address: string, device?: Device): Promise<void>
  /** After a correct password: clears the attempts of this device, or those for this email. */
  reset(email: string, device?: Device): Promise<void>
}

export function createLoginThrottle(limiter: RateLimiter): LoginThrottle {
  const starts = limiter.strict('login-starts', perAddress, tooManyAttempts)
  const passwordsOfAddress = limiter.strict('passwords-of-address', perAddress, tooManyAttempts)
  const passwordsOfAccount = limiter.strict('passwords-of-account', perAccount, tooManyAttempts)
  const startsOfNetwork = limiter.strict('login-starts-of-network', perNetwork, tooManyAttempts)
  const passwordsOfNetwork = limiter.strict('passwords-of-network', perNetwork, tooManyAttempts)
  const startsOfKnown = createDeviceLimit(limiter, 'login-starts')
  const passwordsOfKnown = createDeviceLimit(limiter, 'passwords')
  return {
    async recordStart(address, device) {
      if (device && (await startsOfKnown.admits(device))) return
      await starts.consume(clientSubnet(address))
      await startsOfNetwork.consume(clientNetwork(address))
    },
    async recordPassword(address, email, device) {
      if (device && (await passwordsOfKnown.admits(device))) return
      await passwordsOfAddress.consume(clientSubnet(address))
      await passwordsOfNetwork.consume(clientNetwork(address))
      await passwordsOfAccount.consume(email.toLowerCase())
    },
    async recordPasskey(address, device) {
      if (device && (await passwordsOfKnown.admits(device))) return
      await passwordsOfAddress.consume(clientSubnet(address))
      await passwordsOfNetwork.consume(clientNetwork(address))
    },
    reset: (email, device) =>
      device ? passwordsOfKnown.reset(device) : passwordsOfAccount.reset(email.toLowerCase()),
  }
}

/** The attempts of known devices: of each one, and of all those of an account together. */
function createDeviceLimit(limiter: RateLimiter, name: string) {
  const ofDevice = limiter.strict(`${name}-of-device`, perDevice, tooManyAttempts)
  const ofAccount = limiter.strict(`${name}-of-devices`, perAccountDevices, tooManyAttempts)
  return {
    admits: async ({ id, accountId }: Device) =>
      (await isWithin(ofDevice, id)) && (await isWithin(ofAccount, accountId)),
    async reset({ id, accountId }: Device) {
      await ofDevice.reset(id)
      await ofAccount.reset(accountId)
    },
  }
}

async function isWithin(limit: StrictLimit, subject: string): Promise<boolean> {
  try {
    await limit.consume(subject)
    return true
  } catch (error) {
    if (error instanceof RateLimitError) return false
    throw error
  }
}

function tooManyAttempts(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
