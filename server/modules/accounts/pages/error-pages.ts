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

/** The message for the user. It reveals no internals. */
export function describeError(error: Error): Message & { status: number } {
  if (error instanceof errors.SessionNotFound)
    return {
      status: 400,
      title: 'Sign-in expired',
      text: 'This sign-in has expired or was already completed. Please try again.',
      retryUrl: loginPath,
    }
  if (error instanceof OAuthError || error instanceof errors.OIDCProviderError)
    return {
      status: 400,
      title: 'Sign-in failed',
      text: 'This sign-in could not be completed. Please try again.',
      retryUrl: loginPath,
    }
  if (error instanceof ProviderError)
    return {
      status: 503,
      title: 'Not available',
      text: 'Sign-in is not available right now. Please try again later. The administrator can find the reason in the server log.',
      retryUrl: loginPath,
    }
  if (error instanceof AccessDenied)
    return {
      status: error.status,
      title: 'Access denied',
      text: error.message,
      action: { label: 'Use another account', url: otherAccountPath },
    }
  const failure = toHttpError(error)
  if (failure instanceof RateLimitError)
    return { status: 429, title: 'Too many attempts', text: failure.message, retryUrl: loginPath }
  if (failure)
    return {
      status: failure.status,
      title: failure.status >= 500 ? 'Not available' : 'Request failed',
      text: failure.message,
      retryUrl: loginPath,
    }
  return {
    status: 500,
    title: 'Something went wrong',
    text: 'Something went wrong on our side. Please try again.',
    retryUrl: loginPath,
  }
}
