import type { CookieName } from './cookie-names.ts'

/** A cookie that scripts cannot read and other sites cannot set; over https with the `__Host-` prefix. */
export function hostCookie(name: CookieName, publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  } as const
}
