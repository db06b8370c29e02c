import { Link } from 'wouter'
import type { Track } from '#contract/tracks.ts'
import { LoginLink } from '#web/features/session/login-link.tsx'
import { useSession } from '#web/features/session/use-session.ts'
import { artistName } from '#web/lib/display-name.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'

const linkClass =
  'inline-flex basis-full items-center gap-3 rounded-full text-lg leading-snug font-semibold text-text tablet:basis-auto [&:hover>span:last-child]:underline'

/** Links to the artist's profile; visitors sign in first. */
export function ArtistLink({ track }: { track: Track }) {
  const session = useSession()
  const label = (
    <>
      <Avatar size="small" user={track.user} />
      <span className="min-w-0 wrap-anywhere">{artistName(track)}</span>
    </>
  )
  if (session.status === 'signed-out') return <LoginLink className={linkClass}>{label}</LoginLink>
  return (
    <Link href={paths.profile(track.userId)} className={linkClass}>
      {label}
    </Link>
  )
}
