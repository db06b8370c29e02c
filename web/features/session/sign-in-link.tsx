import type { AnchorHTMLAttributes } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths } from '#contract/paths.ts'
import { loginUrl, registerUrl } from '#web/lib/api-urls.ts'
import { setSessionHint } from './session-provider.tsx'

type SignInLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** Opens the form for a new account. */
  create?: boolean
  /** Leads to the profile of the user with this id instead of back. */
  profileOf?: string
}

/** Links to the sign-in page, which leads back to the current page. */
export function SignInLink({ create, profileOf, children, ...rest }: SignInLinkProps) {
  const [path] = useLocation()
  const search = useSearch()
  // The landing page is of no use after signing in.
  const returnTo = path === paths.welcome ? paths.home : search ? `${path}?${search}` : path
  const url = profileOf
    ? loginUrl(paths.profile(profileOf), { reason: 'profile', subject: profileOf })
    : create
      ? registerUrl(returnTo)
      : loginUrl(returnTo)
  return (
    <a href={url} onClick={() => setSessionHint(true)} {...rest}>
      {children}
    </a>
  )
}
