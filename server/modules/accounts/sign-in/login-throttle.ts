import { clientNetwork, clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'

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

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

/** Limits sign-in attempts, counted across all servers: all but `reset` throw RateLimitError when there were too many. */
export function createLoginThrottle(limiter: RateLimiter) {
  const starts = limiter.strict('login-starts', perAddress, tooManyAttempts)
  const passwordsOfAddress = limiter.strict('passwords-of-address', perAddress, tooManyAttempts)
  const passwordsOfAccount = limiter.strict('passwords-of-account', perAccount, tooManyAttempts)
  const startsOfNetwork = limiter.strict('login-starts-of-network', perNetwork, tooManyAttempts)
  const passwordsOfNetwork = limiter.strict('passwords-of-network', perNetwork, tooManyAttempts)
  const startsOfKnown = createDeviceLimit(limiter, 'login-starts')
  const passwordsOfKnown = createDeviceLimit(limiter, 'passwords')

  /** Attempts of a known device count against neither address nor account, until its own are used up. */
  const recordPassword = async (address: string, email: string | undefined, device?: Device) => {
    if (device && (await passwordsOfKnown.admits(device))) return
    await passwordsOfAddress.consume(clientSubnet(address))
    await passwordsOfNetwork.consume(clientNetwork(address))
    if (email !== undefined) await passwordsOfAccount.consume(email.toLowerCase())
  }
  return {
    async recordStart(address: string, device?: Device) {
      if (device && (await startsOfKnown.admits(device))) return
      await starts.consume(clientSubnet(address))
      await startsOfNetwork.consume(clientNetwork(address))
    },
    recordPassword,
    /** An attempt with a passkey counts as one with a password. Its account is not known yet. */
    recordPasskey: (address: string, device?: Device) => recordPassword(address, undefined, device),
    /** After a correct password: clears the attempts of this device, or those for this email. */
    reset: (email: string, device?: Device) =>
      device ? passwordsOfKnown.reset(device) : passwordsOfAccount.reset(email.toLowerCase()),
  }
}

/**
 * Limits wrong app passwords as sign-ins are, counted apart from them: an app that still has an old password must not
 * lock out the people at its address.
 */
export function createAppThrottle(limiter: RateLimiter) {
  const ofAddress = limiter.strict('app-passwords-of-address', perAddress, tooManyAttempts)
  const ofNetwork = limiter.strict('app-passwords-of-network', perNetwork, tooManyAttempts)
  const ofUser = limiter.strict('app-passwords-of-user', perAccount, tooManyAttempts)
  /** Counted in memory: a flood of wrong ones costs the database no writes. */
  const flood = limiter.quota('app-password-flood', { max: 100, windowSeconds: 10 * 60 })
  return {
    /** Throws RateLimitError when there were too many. */
    async recordWrong(address: string, username: string | undefined) {
      flood.consume(address)
      await ofAddress.consume(clientSubnet(address))
      await ofNetwork.consume(clientNetwork(address))
      if (username !== undefined) await ofUser.consume(username.toLowerCase())
    },
  }
}

/** The attempts of known devices: of each one, and of all those of an account together. */
function createDeviceLimit(limiter: RateLimiter, name: string) {
  const ofDevice = limiter.strict(`${name}-of-device`, perDevice, tooManyAttempts)
  const ofAccount = limiter.strict(`${name}-of-devices`, perAccountDevices, tooManyAttempts)
  return {
    admits: async ({ id, accountId }: Device) =>
      (await ofDevice.admits(id)) && (await ofAccount.admits(accountId)),
    async reset({ id, accountId }: Device) {
      await ofDevice.reset(id)
      await ofAccount.reset(accountId)
    },
  }
}

function tooManyAttempts(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
