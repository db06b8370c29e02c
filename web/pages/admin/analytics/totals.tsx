import { Globe, Heart, type LucideIcon, Music, Play } from 'lucide-react'
import type { Analytics } from '#contract/admin.ts'
import { formatNumber } from '#web/lib/format.ts'

export function Totals({ analytics }: { analytics: Analytics }) {
  return (
    <dl className="grid grid-cols-2 gap-3 tablet:gap-5 desk:grid-cols-4">
      <Total name="Total Tracks" value={analytics.totalTracks} icon={Music} />
      <Total name="Total Plays" value={analytics.totalPlays} icon={Play} />
      <Total name="Total Likes" value={analytics.totalLikes} icon={Heart} />
      <Total name="Public Tracks" value={analytics.publicTracks} icon={Globe} />
    </dl>
  )
}

type TotalProps = { name: string; value: number; icon: LucideIcon }

function Total({ name, value, icon: Icon }: TotalProps) {
  return (
    <div className="relative rounded-panel border border-line bg-surface p-4.5 tablet:px-6.5 tablet:py-6">
      <dt className="text-sm font-semibold text-muted">{name}</dt>
      <dd className="mt-3 font-display text-[2.125rem] leading-none font-bold tracking-display tabular-nums tablet:mt-4.5 tablet:text-[3rem]">
        {formatNumber(value)}
      </dd>
      <Icon
        aria-hidden="true"
        className="absolute top-4.5 right-4.5 size-5 text-primary-text tablet:top-6 tablet:right-6.5"
      />
    </div>
  )
}
