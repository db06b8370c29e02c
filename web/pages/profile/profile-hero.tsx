import { AtSign, CalendarDays, Link2, MapPin } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { displayName } from '#contract/display-name.ts'
import type { Profile } from '#contract/users.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { ProfileAction } from './profile-action.tsx'
import { ProfileCounts } from './profile-counts.tsx'
import { fediverseUrl, monthAndYear, websiteLabel } from './profile-format.ts'
import { ProfileImage } from './profile-image.tsx'

// Lazy: both are readable without their code.
const WaveBars = lazyComponent(
  async () => (await import('#web/features/player/controls/waveform/wave-bars.tsx')).WaveBars,
)
const LinkedText = lazyComponent(async () => (await import('#web/ui/linked-text.tsx')).LinkedText)

type ProfileHeroProps = { profile: Profile; isOwner: boolean }

export function ProfileHero({ profile, isOwner }: ProfileHeroProps) {
  return (
    <HeroLayout
      image={
        <>
          <Backdrop userId={profile.id} />
          <ProfileImage profile={profile} isOwner={isOwner} />
        </>
      }
      action={<ProfileAction profile={profile} isOwner={isOwner} />}
    >
      <h1 className="font-display text-5xl leading-tight font-extrabold tracking-display wrap-anywhere text-balance tablet:mt-3">
        {displayName(profile)}
      </h1>
      <p className="mt-1.5 wrap-anywhere text-muted tablet:text-lg">@{profile.username}</p>
      {profile.bio && (
        <p className="mt-4 max-w-[58ch] text-pretty wrap-anywhere whitespace-pre-line text-muted">
          <Suspense fallback={profile.bio}>
            <LinkedText text={profile.bio} />
          </Suspense>
        </p>
      )}
      <ProfileMeta profile={profile} />
      <ProfileCounts profile={profile} />
    </HeroLayout>
  )
}

/** The user's generated waveform as a faint background. */
function Backdrop({ userId }: { userId: string }) {
  return (
    <div
      aria-hidden="true"
      className="@container pointer-events-none absolute inset-y-0 left-1/2 -z-1 w-screen -translate-x-1/2 opacity-50 [mask-image:linear-gradient(90deg,transparent_8%,#000_60%,transparent)] max-tablet:bottom-1/2 [&_path]:stroke-line"
    >
      <Suspense>
        <WaveBars trackId={userId} />
      </Suspense>
    </div>
  )
}

function ProfileMeta({ profile }: { profile: Profile }) {
  const { location, website, fediverse, createdAt } = profile
  const label = website && websiteLabel(website)
  return (
    <ul className="mt-3.5 flex flex-wrap gap-x-5 gap-y-1.5 text-md text-muted">
      {location && <MetaItem icon={<MapPin aria-hidden="true" />}>{location}</MetaItem>}
      {label && (
        <MetaItem icon={<Link2 aria-hidden="true" />}>
          <ExternalLink href={website}>{label}</ExternalLink>
        </MetaItem>
      )}
      {fediverse && (
        <MetaItem icon={<AtSign aria-hidden="true" />}>
          <ExternalLink href={fediverseUrl(fediverse)}>{fediverse}</ExternalLink>
        </MetaItem>
      )}
      <MetaItem icon={<CalendarDays aria-hidden="true" />}>
        <span>
          Joined <time dateTime={createdAt}>{monthAndYear(createdAt)}</time>
        </span>
      </MetaItem>
    </ul>
  )
}

function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="rounded-art text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

function MetaItem({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="inline-flex min-w-0 items-center gap-1.75 wrap-anywhere [&>svg]:size-4.5 [&>svg]:shrink-0">
      {icon}
      {children}
    </li>
  )
}

type HeroLayoutProps = { image: ReactNode; action: ReactNode; children: ReactNode }

/** Image, text and action side by side; stacked on phones. */
export function HeroLayout({ image, action, children }: HeroLayoutProps) {
  return (
    <section className="relative grid gap-5 py-7 tablet:grid-cols-[208px_minmax(0,1fr)] tablet:items-center tablet:gap-x-11 tablet:pt-14 tablet:pb-11 nav:grid-cols-[208px_minmax(0,1fr)_auto]">
      {image}
      <div className="min-w-0">{children}</div>
      <div className="grid max-nav:tablet:col-start-2 max-nav:tablet:justify-items-start">
        {action}
      </div>
    </section>
  )
}
