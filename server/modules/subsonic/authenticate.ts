import type { AppPasswords, AppUser } from '#server/modules/accounts/app-credentials/service.ts'
import type { createAppThrottle } from '#server/modules/accounts/sign-in/login-throttle.ts'
import type { Parameters } from './parameters.ts'
import { errorCodes, missingParameter, SubsonicError } from './protocol.ts'

/** The user of the credentials in the parameters: an API key, or the username with a password or token. */
export function createAuthenticate(
  appPasswords: AppPasswords,
  throttle: ReturnType<typeof createAppThrottle>,
) {
  return async (parameters: Parameters, ip: string): Promise<AppUser> => {
    const [apiKey, username] = [parameters.get('apiKey'), parameters.get('u')]
    const found =
      apiKey === undefined ? await findByUsername(parameters) : await findByKey(apiKey, parameters)
    if (found) return found
    await throttle.recordWrong(ip, username)
    throw apiKey === undefined
      ? new SubsonicError(errorCodes.wrongCredentials, 'Wrong username or password.')
      : new SubsonicError(errorCodes.invalidApiKey, 'Invalid API key.')
  }

  async function findByKey(apiKey: string, parameters: Parameters) {
    if (['u', 'p', 't', 's'].some((name) => parameters.get(name) !== undefined))
      throw new SubsonicError(
        errorCodes.conflictingCredentials,
        'An API key must be the only credential.',
      )
    return appPasswords.findByPassword(apiKey, clientOf(parameters))
  }

  async function findByUsername(parameters: Parameters): Promise<AppUser | undefined> {
    const username = parameters.required('u')
    const password = parameters.get('p')
    if (password !== undefined) {
      const user = await appPasswords.findByPassword(decode(password), clientOf(parameters))
      return user?.username.toLowerCase() === username.toLowerCase() ? user : undefined
    }
    const [token, salt] = [parameters.get('t'), parameters.get('s')]
    if (token === undefined) throw missingParameter('t')
    if (salt === undefined) throw missingParameter('s')
    return appPasswords.findByToken({ username, token, salt }, clientOf(parameters))
  }
}

/** The name that the app gives itself. */
const clientOf = (parameters: Parameters) => parameters.get('c') ?? ''

/** A password may be sent as hexadecimal digits. */
const decode = (password: string) =>
  password.startsWith('enc:') ? Buffer.from(password.slice(4), 'hex').toString('utf8') : password
