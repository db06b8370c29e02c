import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  HttpError,
  insufficientStorage,
  notFound,
  retryAfterOf,
  unavailable,
  unstorable,
} from '#server/errors.ts'
import { describeForLog } from '#server/platform/log/serialize-error.ts'
import { NoSpaceLeft, StoreUnavailable } from '#server/platform/objects/object-store.ts'
import {
  isDatabaseDown,
  isDatabaseFull,
  isUnstorableText,
} from '#server/platform/postgres/error-codes.ts'

/** Turns every error into a response: always `{ "message": … }`, never internal details. */
export function registerErrorHandler(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
}

type ErrorBody = { message: string; requestId?: string }

export function sendError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  present: (body: ErrorBody) => unknown = (body) => body,
) {
  const httpError = isClientGone(error, request) ? incomplete : toHttpError(error)
  if (!httpError) {
    request.log.error({ err: error }, 'unexpected error')
    const message = 'Something went wrong on our side. Please try again.'
    return reply.code(500).send(present({ message, requestId: request.id }))
  }
  // A full disk is no bug: a warning without the stack trace is enough, because there may be many.
  if (httpError.status === 507)
    request.log.warn({ reason: describeForLog(error) }, httpError.message)
  // An error with its own Retry-After is an expected overload, and no bug either.
  else if (httpError.status >= 500 && httpError.retryAfter === undefined)
    request.log.error({ err: error }, httpError.message)
  const retryAfter = retryAfterOf(httpError)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.code(httpError.status).send(present({ message: httpError.message }))
}

/** A client that has disconnected causes the same error code as a lost connection to the database. */
const isClientGone = (error: Error, { raw }: FastifyRequest) =>
  (error as FastifyError).code === 'ECONNRESET' && raw.destroyed && !raw.complete
const incomplete = new HttpError(400, 'The connection was closed before the request was complete.')

export function toHttpError(error: Error): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (isDatabaseDown(error)) return unavailable('The database')
  if (error instanceof StoreUnavailable) return unavailable('File storage')
  if (error instanceof NoSpaceLeft) return insufficientStorage()
  if (isDatabaseFull(error)) return insufficientStorage()
  if (isUnstorableText(error)) return unstorable()
  const { code, statusCode } = error as FastifyError
  // Fastify would send 414, but an id that is too long simply does not exist.
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound('Page')
  if (code && code in fastifyMessages)
    return new HttpError(statusCode ?? 400, fastifyMessages[code] ?? error.message)
  if (code?.startsWith('FST_') && statusCode && statusCode < 500)
    return new HttpError(statusCode, error.message)
  return undefined
}

const fastifyMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON: send the content type application/json.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not have the length in Content-Length.',
  FST_ERR_BAD_URL: 'The URL is not valid.',
}
