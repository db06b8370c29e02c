import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import type { Profile } from '#contract/users.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import { profileQuery } from '#web/api/users.ts'
import { ResumedTrackEdit } from '#web/components/own-track/resumed-track-edit.tsx'
import { displayName } from '#web/lib/display-name.ts'
import { paths } from '#web/lib/paths.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { Ambience } from '#web/ui/artwork-glow.tsx'
import { ProfileHero } from './profile-hero.tsx'
import { ProfileFailed, ProfileMissing } from './profile-not-found.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { ProfileTabs } from './profile-tabs.tsx'

/** Somebody's profile by id or username; without either, that of whoever is signed in. */
export function ProfilePage() {
  const { id } = useParams()
  const { data: viewer, isPending } = useQuery(currentUserQuery)
  const idOrName = id ?? viewer?.id
  if (idOrName !== undefined) return <ProfileOf idOrName={idOrName} />
  return isPending ? <ProfileSkeleton /> : <ProfileMissing />
}

function ProfileOf({ idOrName }: { idOrName: string }) {
  const { data, error, isPending, refetch } = useQuery(profileQuery(idOrName))
  if (isPending) return <ProfileSkeleton />
  if (data) return <LoadedProfile key={data.id} profile={data} />
  return error ? <ProfileFailed onRetry={() => void refetch()} /> : <ProfileMissing />
}

function LoadedProfile({ profile }: { profile: Profile }) {
  usePageTitle(displayName(profile))
  const { data: viewer } = useQuery(currentUserQuery)
  const isOwner = viewer?.id === profile.id
  return (
    <Ambience
      drawnFrom={profile.id}
      picture={profile.profileImageUrl && paths.avatar(profile, 96)}
      className="overflow-x-clip pb-section"
    >
      <div className="page-width">
        <ProfileHero profile={profile} isOwner={isOwner} />
        <ProfileTabs profile={profile} isOwner={isOwner} />
      </div>
      {isOwner && <ResumedTrackEdit />}
    </Ambience>
  )
}
