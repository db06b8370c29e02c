/** Why the server does not start, in one sentence for the person who starts it. */
export class CannotStart extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotStart'
  }
}

/** The few ways in which a call fails on purpose. The message is read by a person. */
export class Failure extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.name = 'Failure'
    this.status = status
  }
}

export const badInput = (message: string) => new Failure(400, message)
export const notSignedIn = () => new Failure(401, 'Unauthorized')
export const forbidden = (message = 'You may not do that.') => new Failure(403, message)
/** The same words for what is missing and what is hidden, so that neither can be told from the other. */
export const notFound = (what: string) => new Failure(404, `${what} not found`)
export const conflict = (message: string) => new Failure(409, message)
export const tooLarge = (megabytes: number) =>
  new Failure(413, `File size must be less than ${megabytes}MB`)
export const wrongType = (label: string) => new Failure(415, `Please select a valid ${label} file`)
/** Says how many seconds to wait, for the Retry-After header. */
export class TooMany extends Failure {
  readonly retryAfter: number
  constructor(
    retryAfter: number,
    message = 'Too many requests. Please wait a moment and try again.',
  ) {
    super(429, message)
    this.name = 'TooMany'
    this.retryAfter = retryAfter
  }
}
export const unavailable = (what: string) =>
  new Failure(503, `${what} does not answer right now. Please try again in a moment.`)
export const tooSlow = () =>
  new Failure(503, 'This takes too long right now. Please try again in a moment.')
export const outOfSpace = (forWhat = '') =>
  new Failure(507, `The server has no room left${forWhat}. Please tell its administrator.`)
