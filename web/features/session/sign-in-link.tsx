import type { AnchorHTMLAttributes } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths } from '#contract/paths.ts'
import { loginUrl, registerUrl } from '#web/lib/api-urls.ts'
import { setSessionHint } from './session-provider.tsx'

type SignInLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** Opens the form for a new account. */
  create?: boolean
}

/** Links to the sign-in page, which leads back to the current page. */
export function SignInLink({ create, children, ...rest }: SignInLinkProps) {
  const [path] = useLocation()
  const search = useSearch()
  // The landing page is of no use after signing in.
  const returnTo = path === paths.welcome ? paths.home : search ? `${path}?${search}` : path
  return (
    <a
      href={create ? registerUrl(returnTo) : loginUrl(returnTo)}
      onClick={() => setSessionHint(true)}
      {...rest}
    >
      {children}
    </a>
  )
}
