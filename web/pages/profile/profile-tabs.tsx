import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Profile } from '#contract/users.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { AllTracks } from './all-tracks.tsx'
import { PlaylistsTab } from './playlists-tab.tsx'
import { PopularTracks } from './popular-tracks.tsx'
import { TabEmpty } from './tab-empty.tsx'

const tabs = [
  { name: 'all', title: 'All' },
  { name: 'popular', title: 'Popular tracks' },
  { name: 'playlists', title: 'Playlists' },
  { name: 'reposts', title: 'Reposts' },
] as const
type TabName = (typeof tabs)[number]['name']

type ProfileTabsProps = { profile: Profile; isOwner: boolean }

/** The chosen tab is in the address, so that it can be linked to. */
export function ProfileTabs({ profile, isOwner }: ProfileTabsProps) {
  const asked = new URLSearchParams(useSearch()).get('tab')
  const chosen = tabs.find(({ name }) => name === asked)?.name ?? 'all'
  return (
    <Tabs label="Profile" tabs={tabs} chosen={chosen} onChoose={openTab}>
      {chosen === 'all' && <AllTracks userId={profile.id} isOwner={isOwner} />}
      {chosen === 'popular' && <PopularTracks userId={profile.id} isOwner={isOwner} />}
      {chosen === 'playlists' && <PlaylistsTab userId={profile.id} isOwner={isOwner} />}
      {chosen === 'reposts' && (
        <TabEmpty title="No reposts yet" text="Reposted tracks will appear here." />
      )}
    </Tabs>
  )
}

/** Not a page of its own: Back leaves the profile, whichever tab was open. */
function openTab(name: TabName) {
  navigate(location.pathname + (name === 'all' ? '' : `?tab=${name}`), { replace: true })
}
