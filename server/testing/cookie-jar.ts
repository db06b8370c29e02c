type Cookie = { name: string; value: string; path: string; secure: boolean; expires: number }

export type CookieJar = {
  /** The Cookie header that a browser would send to this URL. */
  header(url: URL): string
  store(url: URL, setCookies: readonly string[]): void
  get(name: string): string | undefined
  set(name: string, value: string): void
}

/** Implements Path, Secure, Max-Age, Expires and the rules of the `__Host-` prefix, for one site. */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, Cookie>()

  return {
    header(url) {
      const fitting = [...cookies.values()].filter(
        (cookie) =>
          cookie.expires > Date.now() &&
          isWithin(cookie.path, url.pathname) &&
          (!cookie.secure || url.protocol === 'https:'),
      )
      return fitting.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
    store(url, setCookies) {
      for (const text of setCookies) {
        const cookie = parse(text)
        const refused =
          (cookie.secure && url.protocol !== 'https:') ||
          (cookie.name.startsWith('__Host-') && (!cookie.secure || cookie.path !== '/'))
        if (!refused) cookies.set(`${cookie.name} ${cookie.path}`, cookie)
      }
    },
    get: (name) =>
      [...cookies.values()].find((c) => c.name === name && c.expires > Date.now())?.value,
    set(name, value) {
      cookies.set(`${name} /`, { name, value, path: '/', secure: false, expires: Infinity })
    },
  }
}

const isWithin = (path: string, pathname: string) =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

function parse(text: string): Cookie {
  const [pair = '', ...rest] = text.split(';').map((part) => part.trim())
  const [name = '', value = ''] = split(pair)
  const attributes = new Map(
    rest.map((part) => {
      const [key = '', setting = ''] = split(part)
      return [key.toLowerCase(), setting]
    }),
  )
  const maxAge = attributes.get('max-age')
  const expires = attributes.get('expires')
  return {
    name,
    value,
    path: attributes.get('path') ?? '/',
    secure: attributes.has('secure'),
    expires: maxAge ? Date.now() + Number(maxAge) * 1000 : expires ? Date.parse(expires) : Infinity,
  }
}

function split(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}
