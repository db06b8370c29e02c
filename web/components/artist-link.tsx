import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { SignInLink } from '#web/features/session/sign-in-link.tsx'
import { useSession } from '#web/features/session/use-session.ts'

type ArtistLinkProps = { userId: string; className: string; children: ReactNode }

/** Links to the artist's profile; visitors sign in first. */
export function ArtistLink({ userId, className, children }: ArtistLinkProps) {
  const session = useSession()
  if (session.status === 'signed-out')
    return <SignInLink className={className}>{children}</SignInLink>
  return (
    <Link href={paths.profile(userId)} className={className}>
      {children}
    </Link>
  )
}
