import type { FastifyInstance } from 'fastify'
import { badRequest, notFound, unstorable } from '#server/errors.ts'

/** Control characters except the white space that people paste, and except U+0080 to U+009F. */
const control = /[\p{Cc}--[\t\n\v\f\r\u0080-\u009f]]/v
const encodedControl = /%(?:0[0-8ef]|1[\da-f]|7f)/i
/** No path of this site has white space in it. */
const encodedControlInPath = /%(?:[01][\da-f]|7f)/i
/** RFC 3986: letters, digits and `-._~`, which no client has a reason to encode. */
export const encodedUnreserved = /%(?:2[de]|3\d|[46][1-9a-f]|5[\daf]|7[\dae])/i

/** Whether a string anywhere in the value has a control character; names of fields do not count. */
export function hasControlCharacters(value: unknown): boolean {
  // Not recursive: a body can have more nested arrays than the call stack allows.
  const rest = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next === 'string' && control.test(next)) return true
    if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) rest.push(inner)
  }
  return false
}

export function hasControlCharactersInUrl(url: string): boolean {
  const { path, query } = splitUrl(url)
  return encodedControlInPath.test(path) || encodedControl.test(query)
}

/**
 * Refuses other spellings of the paths of the API and the provider, which proxies in front and code that compares the
 * URL would read as other paths.
 *
 * PostgreSQL cannot store NUL, and no input has a use for other control characters. URLs are checked here, JSON
 * by its parser in `createFastify`, forms by `assertFormText`. Pages send their own 404, and path parameters of API routes are
 * validated by the contract.
 */
export function registerControlCharacterGuard(app: FastifyInstance) {
  app.addHook('onRequest', ({ url, is404, routeOptions }, _reply, done) => {
    if (is404 || !url.includes('%')) return done()
    const { path, query } = splitUrl(url)
    if (encodedControl.test(query)) return done(badRequest('The URL contains a control character.'))
    const isApi = routeOptions.url?.startsWith('/api/')
    const isProvider = routeOptions.url?.startsWith('/oidc/')
    const isOddlySpelled =
      ((isApi || isProvider) && encodedUnreserved.test(path)) ||
      (!isApi && encodedControlInPath.test(path))
    done(isOddlySpelled ? notFound('Page') : undefined)
  })
}

/** Throws if an `application/x-www-form-urlencoded` body has a control character. */
export function assertFormText(body: string): void {
  if (encodedControl.test(body) || hasControlCharacters(body)) throw unstorable('form')
}

function splitUrl(url: string): { path: string; query: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) }
}
