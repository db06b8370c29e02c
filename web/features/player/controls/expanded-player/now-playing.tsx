import { Dialog } from 'radix-ui'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { SignInLink } from '#web/features/session/sign-in-link.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { artistName } from '#web/lib/display-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'

type NowPlayingProps = { track: Track; onLeave: () => void }

/** Longer titles are shown in smaller type. */
const longTitle = 36

type NowPlayingTitleProps = NowPlayingProps & { isCompact: boolean }

export function NowPlayingTitle({ track, onLeave, isCompact }: NowPlayingTitleProps) {
  const isLong = track.title.length > longTitle
  return (
    <Dialog.Title
      className={classNames(
        'font-display text-[2.5rem] leading-tight font-extrabold tracking-hero text-balance wrap-anywhere tablet:leading-[0.9]',
        isLong && 'line-clamp-3',
        isLong && isCompact && 'tablet:text-[2.75rem]',
        isLong && !isCompact && 'tablet:text-5xl',
        !isLong && isCompact && 'tablet:text-[3.5rem]',
        !isLong && !isCompact && 'tablet:text-[clamp(2.75rem,1.2rem+5.6vw,6.5rem)]',
      )}
    >
      <Link replace href={paths.track(track)} onClick={onLeave} className="rounded-art">
        {track.title}
      </Link>
    </Dialog.Title>
  )
}

const artistClass =
  'inline-flex min-w-0 items-center gap-3 rounded-full font-semibold [&:hover>span:last-child]:underline'

/** Links to the artist's profile; visitors sign in first. */
export function NowPlayingArtist({ track, onLeave }: NowPlayingProps) {
  const { status } = useSession()
  const name = artistName(track)
  const label = (
    <>
      <Avatar size="small" user={track.user} />
      <span className="min-w-0 truncate">{name}</span>
    </>
  )
  if (status === 'signed-out')
    return (
      <SignInLink profileOf={track.userId} className={artistClass}>
        {label}
      </SignInLink>
    )
  return (
    <Link replace href={paths.profile(track.userId)} onClick={onLeave} className={artistClass}>
      {label}
    </Link>
  )
}
