/** Stops the start of the server. The message is one sentence for the operator. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartupError'
  }
}

/** An expected failure of a request. The message is shown to users. */
export class HttpError extends Error {
  readonly status: number
  /** Seconds, for the Retry-After header. */
  readonly retryAfter: number | undefined
  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.retryAfter = retryAfterSeconds
  }
}

export class RateLimitError extends HttpError {
  constructor(
    retryAfterSeconds: number,
    message = 'Too many requests. Please wait a moment and try again.',
  ) {
    super(429, message, retryAfterSeconds)
    this.name = 'RateLimitError'
  }
}

/** Every 503 has a Retry-After: a dependency that is overloaded or down is usually back soon. */
export const retryAfterOf = ({ status, retryAfter }: HttpError): number | undefined =>
  retryAfter ?? (status === 503 ? 5 : undefined)

export const badRequest = (message: string) => new HttpError(400, message)
export const unstorable = (what = 'request') =>
  badRequest(`The ${what} contains a character that cannot be stored.`)
export const unauthorized = () => new HttpError(401, 'Unauthorized')
export const forbidden = (message = "You don't have permission to do that.") =>
  new HttpError(403, message)
/** The same message for missing and hidden resources, so that callers cannot tell them apart. */
export const notFound = (resource: string) => new HttpError(404, `${resource} not found`)
export const conflict = (message: string) => new HttpError(409, message)
export const payloadTooLarge = (megabytes: number) =>
  new HttpError(413, `File size must be less than ${megabytes}MB`)
export const unsupportedMediaType = (label: string) =>
  new HttpError(415, `Please select a valid ${label} file`)
export const unavailable = (service: string) =>
  new HttpError(503, `${service} is not available right now. Please try again in a moment.`)
export const timeout = () =>
  new HttpError(503, 'This is taking too long. Please try again in a moment.')
export const insufficientStorage = () =>
  new HttpError(507, 'Storage is full. Please contact the administrator.')
