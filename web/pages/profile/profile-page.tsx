import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import type { Profile } from '#contract/users.ts'
import { currentUserQuery, useSession } from '#web/api/auth.ts'
import type { Page } from '#web/api/page.ts'
import { pinsQuery } from '#web/api/pins.ts'
import { userReleasesQuery } from '#web/api/playlists.ts'
import { waveformQuery } from '#web/api/tracks.ts'
import {
  playlistPagesQuery,
  profileQuery,
  releasePagesQuery,
  userTracksQuery,
} from '#web/api/users.ts'
import { avatarUrl } from '#web/lib/api-urls.ts'
import { hasFeature, usePageTitle } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { ArtworkGlow } from '#web/ui/artwork-glow.tsx'
import { ErrorState, NotFoundState } from '#web/ui/empty-state.tsx'
import { Tabs, useTabParam } from '#web/ui/tabs.tsx'
import { ProfileHero } from './profile-hero.tsx'
import { ProfileSkeleton, RowsSkeleton, WaveformCardsSkeleton } from './profile-skeleton.tsx'

// Lazy, so that what is above the tabs loads first.
const TracksTab = lazyComponent(async () => (await import('./tracks-tab.tsx')).TracksTab)
const PlaylistsTab = lazyComponent(async () => (await import('./playlists-tab.tsx')).PlaylistsTab)
const TabEmpty = lazyComponent(async () => (await import('#web/components/tab-empty.tsx')).TabEmpty)
// Lazy: only where the host has turned reposts on.
const RepostsTab = lazyComponent(async () => (await import('./reposts-tab.tsx')).RepostsTab)
// Lazy: only for the owner.
const ResumedTrackEdit = lazyComponent(
  async () => (await import('#web/components/track-menu/resumed-track-edit.tsx')).ResumedTrackEdit,
)

const tabs = [
  { name: 'all', title: 'All' },
  { name: 'popular', title: 'Popular tracks' },
  { name: 'playlists', title: 'Playlists' },
  { name: 'reposts', title: 'Reposts' },
] as const

/** Of the cards with waveforms, on load. */
const visibleCards = 4

export const page: Page = {
  component: ProfilePage,
  async load({ queryClient, params: { id }, search }) {
    if (id === undefined)
      return queryClient.getQueryData(currentUserQuery.queryKey) === null
        ? { kind: 'not-found', title: 'User not found' }
        : { kind: 'other', title: 'Profile' }
    const profile = await queryClient.fetchQuery(profileQuery(id))
    if (!profile) return { kind: 'not-found', title: 'User not found' }
    const tab = search.get('tab')
    if (tab === 'playlists')
      await Promise.all([
        queryClient.fetchInfiniteQuery(releasePagesQuery(profile.id)),
        queryClient.fetchInfiniteQuery(playlistPagesQuery(profile.id)),
      ])
    else if (tab === 'popular')
      await queryClient.fetchInfiniteQuery(userTracksQuery(profile.id, tab))
    // Not in the browser's build.
    else if (import.meta.env.SSR && tab === 'reposts' && hasFeature('reposts'))
      await queryClient.fetchInfiniteQuery(
        (await import('#web/api/reposts.ts')).repostPagesQuery(profile.id),
      )
    else {
      const query = userTracksQuery(profile.id, 'recent')
      const [{ pages }] = await Promise.all([
        queryClient.fetchInfiniteQuery(query),
        queryClient.fetchQuery(userReleasesQuery(profile.id)),
        queryClient.fetchQuery(pinsQuery(profile.id)),
      ])
      // Those of the other cards are loaded when they are visible.
      const visible = pages.flatMap(({ items }) => items).slice(0, visibleCards)
      await Promise.all(visible.map(({ id }) => queryClient.fetchQuery(waveformQuery(id))))
    }
    return { kind: 'profile', profile }
  },
}

/** The profile of a user by id or username; without either, the signed-in user's own. */
export function ProfilePage() {
  const { id } = useParams()
  const { user, isPending } = useSession()
  const idOrName = id ?? user?.id
  if (idOrName !== undefined) return <ProfileOf idOrName={idOrName} />
  return isPending ? <ProfileSkeleton /> : <ProfileNotFound />
}

function ProfileOf({ idOrName }: { idOrName: string }) {
  const { data, error, isPending, refetch } = useQuery(profileQuery(idOrName))
  if (isPending) return <ProfileSkeleton />
  if (data) return <LoadedProfile key={data.id} profile={data} />
  return error ? <ProfileError onRetry={() => void refetch()} /> : <ProfileNotFound />
}

function LoadedProfile({ profile }: { profile: Profile }) {
  usePageTitle(displayName(profile))
  const { user } = useSession()
  const isOwner = user?.id === profile.id
  const [tab, selectTab] = useTabParam(tabs, { replace: true })
  return (
    <ArtworkGlow
      seed={profile.id}
      imageUrl={profile.profileImageUrl && avatarUrl(profile, 96)}
      className="overflow-x-clip pb-section"
    >
      <div className="page-width">
        <ProfileHero profile={profile} isOwner={isOwner} />
        <Tabs label="Profile" tabs={tabs} selected={tab} onSelect={selectTab}>
          <Suspense
            key={tab}
            fallback={tab === 'all' ? <WaveformCardsSkeleton /> : <RowsSkeleton />}
          >
            {tab === 'all' && <TracksTab profile={profile} isOwner={isOwner} sort="recent" />}
            {tab === 'popular' && <TracksTab profile={profile} isOwner={isOwner} sort="popular" />}
            {tab === 'playlists' && <PlaylistsTab profile={profile} isOwner={isOwner} />}
            {tab === 'reposts' &&
              (hasFeature('reposts') ? (
                <RepostsTab profile={profile} isOwner={isOwner} />
              ) : (
                <TabEmpty title="No reposts" />
              ))}
          </Suspense>
        </Tabs>
      </div>
      {isOwner && (
        <Suspense>
          <ResumedTrackEdit />
        </Suspense>
      )}
    </ArtworkGlow>
  )
}

function ProfileNotFound() {
  usePageTitle('User not found')
  return <NotFoundState title="User not found" text="This profile doesn't exist or was deleted." />
}

function ProfileError({ onRetry }: { onRetry: () => void }) {
  usePageTitle('Profile')
  return <ErrorState title="Profile could not be loaded" onRetry={onRetry} />
}
