import { Upload } from 'lucide-react'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { buttonClass } from '#web/ui/button.tsx'

type TracksEmptyProps = { profile: Profile; isOwner: boolean }

export function TracksEmpty({ profile, isOwner }: TracksEmptyProps) {
  if (!isOwner)
    return (
      <TabEmpty
        title="No tracks yet"
        text={`${displayName(profile)} hasn't uploaded anything yet.`}
      />
    )
  return (
    <TabEmpty title="No tracks yet" text="Your uploads will appear here.">
      <Link href={paths.upload} className={buttonClass('primary')}>
        <Upload aria-hidden="true" />
        Upload
      </Link>
    </TabEmpty>
  )
}
