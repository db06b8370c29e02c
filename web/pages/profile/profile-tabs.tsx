import type { Profile } from '#contract/users.ts'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { Tabs, useTabParam } from '#web/ui/tabs.tsx'
import { PlaylistsTab } from './playlists-tab.tsx'
import { TracksTab } from './tracks-tab.tsx'

const tabs = [
  { name: 'all', title: 'All' },
  { name: 'popular', title: 'Popular tracks' },
  { name: 'playlists', title: 'Playlists' },
  { name: 'reposts', title: 'Reposts' },
] as const

type ProfileTabsProps = { profile: Profile; isOwner: boolean }

export function ProfileTabs({ profile, isOwner }: ProfileTabsProps) {
  const [tab, selectTab] = useTabParam(tabs, { replace: true })
  return (
    <Tabs label="Profile" tabs={tabs} selected={tab} onSelect={selectTab}>
      {tab === 'all' && <TracksTab profile={profile} isOwner={isOwner} sort="recent" />}
      {tab === 'popular' && <TracksTab profile={profile} isOwner={isOwner} sort="popular" />}
      {tab === 'playlists' && <PlaylistsTab profile={profile} isOwner={isOwner} />}
      {tab === 'reposts' && (
        <TabEmpty title="No reposts yet" text="Reposted tracks will appear here." />
      )}
    </Tabs>
  )
}
