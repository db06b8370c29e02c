/** Why the server does not start, in one sentence for the person who starts it. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotStart'
  }
}

/** The few ways in which a call fails on purpose. The message is read by a person. */
export class HttpError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.name = 'Failure'
    this.status = status
  }
}

export const badRequest = (message: string) => new HttpError(400, message)
export const unauthorized = () => new HttpError(401, 'Unauthorized')
export const forbidden = (message = 'You may not do that.') => new HttpError(403, message)
/** The same words for what is missing and what is hidden, so that neither can be told from the other. */
export const notFound = (what: string) => new HttpError(404, `${what} not found`)
export const conflict = (message: string) => new HttpError(409, message)
export const payloadTooLarge = (megabytes: number) =>
  new HttpError(413, `File size must be less than ${megabytes}MB`)
export const unsupportedMediaType = (label: string) =>
  new HttpError(415, `Please select a valid ${label} file`)
/** Says how many seconds to wait, for the Retry-After header. */
export class RateLimitError extends HttpError {
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
  new HttpError(503, `${what} does not answer right now. Please try again in a moment.`)
export const timeout = () =>
  new HttpError(503, 'This takes too long right now. Please try again in a moment.')
export const insufficientStorage = (forWhat = '') =>
  new HttpError(507, `The server has no room left${forWhat}. Please tell its administrator.`)
