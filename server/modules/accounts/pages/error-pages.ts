import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import { HttpError, RateLimitError, retryAfterOf } from '#server/errors.ts'
import { toHttpError } from '#server/platform/http/error-handler.ts'
import { describeForLog } from '#server/platform/log/serialize-error.ts'
import { AccessDenied, OAuthError, ProviderError } from '../errors.ts'
import { type Branding, type Page, renderPage } from './layout.ts'
import { type Message, messagePage } from './messages.ts'

const loginPath = urlFor(routes.login)
/**
 * Lets the user choose another account: an external provider that remembers the last one would lead to the same page.
 */
const otherAccountPath = urlFor(routes.login, { query: { prompt: 'login' } })

/** The error handler of URLs that are opened in a browser: it sends a page, not JSON. */
export function createErrorPageHandler(branding: Branding) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const { status, ...message } = describeError(error)
    const isExpected = error instanceof HttpError && error.retryAfter !== undefined
    const httpError = error instanceof HttpError ? error : new HttpError(status, message.text)
    const retryAfter = retryAfterOf(httpError)
    if (error instanceof ProviderError) request.log.error(error.message)
    else if (status >= 500 && !isExpected) request.log.error({ err: error }, message.text)
    else request.log.info({ reason: describeForLog(error) }, message.text)
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    return sendPage(reply.code(status), branding, messagePage(message))
  }
}

export function sendPage(reply: FastifyReply, branding: Branding, page: Page) {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(renderPage(branding, page, reply.request.cookies['theme']))
}

/** The message for links that have expired, were used, belong to another user or never existed. */
export const invalidLink = (newLinkUrl: string): Message => ({
  title: 'Link not valid',
  text: 'This link has expired or was already used.',
  action: { label: 'Get a new link', url: newLinkUrl },
})

type ErrorMessage = Message & { status: number }

/** The message for the user. It reveals no internals. */
export function describeError(error: Error): ErrorMessage {
  const message = (status: number, title: string, text: string): ErrorMessage => ({
    status,
    title,
    text,
    retryUrl: loginPath,
  })
  if (error instanceof errors.SessionNotFound) {
    const text = 'This sign-in has expired or was already completed. Please try again.'
    return message(400, 'Sign-in expired', text)
  }
  if (error instanceof OAuthError || error instanceof errors.OIDCProviderError)
    return message(400, 'Sign-in failed', 'This sign-in could not be completed. Please try again.')
  if (error instanceof ProviderError) {
    const text =
      'Sign-in is not available right now. Please try again later. The administrator can find the reason in the server log.'
    return message(503, 'Not available', text)
  }
  if (error instanceof AccessDenied) {
    const action = { label: 'Use another account', url: otherAccountPath }
    return { status: error.status, title: 'Access denied', text: error.message, action }
  }
  const failure = toHttpError(error)
  if (!failure) {
    const text = 'Something went wrong on our side. Please try again.'
    return message(500, 'Something went wrong', text)
  }
  if (failure instanceof RateLimitError) return message(429, 'Too many attempts', failure.message)
  const title = failure.status >= 500 ? 'Not available' : 'Request failed'
  return message(failure.status, title, failure.message)
}
