import type { AnchorHTMLAttributes } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths } from '#web/lib/paths.ts'
import { setSessionHint } from './sign-in-hint.ts'

type LoginLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** Opens the form for a new account. */
  create?: boolean
}

/** Leads to the identity provider, and from there back to this page. */
export function LoginLink({ create, children, ...rest }: LoginLinkProps) {
  const [path] = useLocation()
  const search = useSearch()
  // The landing page has nothing more for somebody who has just signed in.
  const here = path === paths.welcome ? paths.home : search ? `${path}?${search}` : path
  return (
    <a
      href={create ? paths.createAccount(here) : paths.login(here)}
      onClick={() => setSessionHint(true)}
      {...rest}
    >
      {children}
    </a>
  )
}
