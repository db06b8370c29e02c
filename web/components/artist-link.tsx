import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/api/auth.ts'
import { SignInLink } from '#web/features/session/sign-in-link.tsx'

type ArtistLinkProps = { userId: string; className: string; children: ReactNode }

/** Links to the artist's profile; visitors sign in first. */
export function ArtistLink({ userId, className, children }: ArtistLinkProps) {
  const { status } = useSession()
  if (status === 'signed-out')
    return (
      <SignInLink profileOf={userId} className={className}>
        {children}
      </SignInLink>
    )
  return (
    <Link href={paths.profile(userId)} className={className}>
      {children}
    </Link>
  )
}
