import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Theme } from './pages/layout.ts'

/** The site's theme switch leaves its choice in this cookie for the pages that the server draws. */
export function readTheme(cookies: Record<string, string | undefined>): Theme {
  const theme = cookies['theme']
  return theme === 'dark' || theme === 'light' ? theme : undefined
}

export type HostCookie = { name: string; options: CookieSerializeOptions }

/** A cookie that scripts cannot read and other sites cannot plant; over https its name says so to the browser. */
export function hostCookie(name: string, publicUrl: string): HostCookie {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  }
}
