import { useQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { storageQuery } from '#web/api/admin.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { Panel, Stat } from '#web/ui/panel.tsx'
import { Ranking } from './ranking.tsx'

/** How much files take: by kind, by user and by month. */
export function StorageFigures() {
  const { data } = useQuery(storageQuery)
  const show = (bytes: number | undefined) => (bytes === undefined ? '–' : formatBytes(bytes))
  const months = data?.months ?? []
  const first = months.findIndex(({ bytes }) => bytes > 0)
  const sinceFirst = first < 0 ? [] : months.slice(first).toReversed()
  return (
    <>
      <Panel heading="h3" className="relative p-4.5 tablet:p-6.5" title="Storage">
        <dl className="mt-3 grid tablet:mt-5 tablet:grid-cols-4">
          <Stat name="Uploaded Audio">{show(data?.originals)}</Stat>
          <Stat name="Streaming Files" subtitle="Opus and AAC">
            {show(data?.renditions)}
          </Stat>
          <Stat name="Images">{show(data?.images)}</Stat>
          <Stat name="Total">{show(data && data.originals + data.renditions + data.images)}</Stat>
        </dl>
      </Panel>
      <div className="grid items-start gap-3 tablet:gap-5 desk:grid-cols-2">
        <Ranking
          title="Largest Users"
          empty="No files yet"
          entries={(data?.largestUsers ?? []).map(({ id, name, bytes }) => ({
            key: id,
            title: name,
            href: paths.profile(id),
            score: bytes,
            count: formatBytes(bytes),
          }))}
        />
        <Ranking
          title="Storage by Month"
          empty="No files yet"
          isUnranked
          entries={sinceFirst.map(({ month, bytes }) => ({
            key: month,
            title: monthFormat.format(new Date(month)),
            score: bytes,
            count: formatBytes(bytes),
          }))}
        />
      </div>
    </>
  )
}

const monthFormat = new Intl.DateTimeFormat(undefined, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
