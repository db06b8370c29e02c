import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'

export type Page = { url: URL; status: number; headers: Headers; text: string }
export type Browser = ReturnType<typeof createBrowser>

/** Maps a public URL to the URL on which the server listens, if they differ. */
type ResolveUrl = (url: URL) => URL
type Body = string | URLSearchParams | Uint8Array
type Sent = { method?: string; headers?: Record<string, string>; body?: Body }
type Send = (target: string | URL, sent?: Sent) => Promise<Page>

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const maxRedirects = 20

/** A minimal browser: cookies, redirects and forms. */
export function createBrowser(
  baseUrl: string,
  { resolveUrl = (url) => url }: { resolveUrl?: ResolveUrl } = {},
) {
  const jarOf = createJars()
  const request = createSend(baseUrl, resolveUrl, jarOf)
  const follow = (page: Page, until?: (next: URL) => boolean) =>
    followRedirects(request, page, until)

  return {
    baseUrl,
    /** One request, without following redirects. */
    request,
    follow,
    /** Navigates to a URL as a click does. */
    open: async (target: string | URL) => follow(await request(target)),
    /** Fills in the page's form and submits it; other fields are submitted with their current values. */
    async submit(page: Page, fields: Record<string, string>): Promise<Page> {
      const { action, values } = readForm(page)
      const body = new URLSearchParams({ ...values, ...fields })
      return follow(await request(action, { method: 'POST', body }))
    },
    /** A call with a JSON response. */
    async call<T>(method: string, path: string, body?: unknown) {
      const init = body === undefined ? {} : { body: JSON.stringify(body), headers: json }
      const reply = await request(path, { method, ...init })
      return {
        status: reply.status,
        body: (reply.text ? JSON.parse(reply.text) : undefined) as T,
      }
    },
    cookie: (name: string) => jarOf(new URL(baseUrl)).get(name),
    setCookie: (name: string, value: string) => jarOf(new URL(baseUrl)).set(name, value),
  }
}

function createJars(): (url: URL) => CookieJar {
  const jars = new Map<string, CookieJar>()
  return (url) => {
    const jar = jars.get(url.host) ?? createCookieJar()
    jars.set(url.host, jar)
    return jar
  }
}

function createSend(baseUrl: string, resolveUrl: ResolveUrl, jarOf: (url: URL) => CookieJar): Send {
  return async (target, { method = 'GET', headers = {}, body } = {}) => {
    const url = new URL(target, baseUrl)
    const cookie = jarOf(url).header(url)
    const bytes = body instanceof URLSearchParams ? String(body) : body
    const reply = await sendRequest(resolveUrl(url), bytes, {
      method,
      headers: {
        host: url.host,
        ...(cookie && { cookie }),
        ...(method !== 'GET' && { origin: url.origin }),
        ...(body instanceof URLSearchParams && form),
        // Node omits it for DELETE.
        ...(bytes !== undefined && { 'content-length': String(Buffer.byteLength(bytes)) }),
        ...headers,
      },
    })
    jarOf(url).store(url, reply.headers.getSetCookie())
    return { url, ...reply }
  }
}

/** With node:http, because fetch does not permit setting the Host header. */
async function sendRequest(
  url: URL,
  body: string | Uint8Array | undefined,
  options: http.RequestOptions,
) {
  const request = http.request(url, options).end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const headers = new Headers()
  for (const [name, value = ''] of Object.entries(response.headers))
    for (const one of [value].flat()) headers.append(name, one)
  return { status: response.statusCode ?? 0, headers, text: await text(response) }
}

async function followRedirects(send: Send, page: Page, until?: (next: URL) => boolean) {
  let current = page
  for (let hops = 0; hops < maxRedirects; hops++) {
    const location = current.headers.get('location')
    if (!location || current.status < 300 || current.status > 399) return current
    const next = new URL(location, current.url)
    if (until?.(next)) return current
    current = await send(next)
  }
  throw new Error(`More than ${maxRedirects} redirects, the last one to ${current.url}.`)
}

function readForm(page: Page): { action: URL; values: Record<string, string> } {
  const tag = /<form\b[^>]*>/.exec(page.text)?.[0]
  if (!tag) throw new Error(`The page ${page.url} (${page.status}) has no form.`)
  const inputs = page.text.match(/<input\b[^>]*>/g) ?? []
  return {
    action: new URL(attribute(tag, 'action') ?? '', page.url),
    values: Object.fromEntries(
      inputs.map((input) => [attribute(input, 'name') ?? '', attribute(input, 'value') ?? '']),
    ),
  }
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value?.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}
