import { useQuery } from '@tanstack/react-query'
import { storageQuery } from '#web/api/admin.ts'
import { formatBytes } from '#web/lib/format.ts'
import { Panel, Stat } from '#web/ui/panel.tsx'

export function StoragePanel() {
  const { data } = useQuery(storageQuery)
  const show = (bytes: number | undefined) => (bytes === undefined ? '–' : formatBytes(bytes))
  return (
    <Panel heading="h3" className="relative p-4.5 tablet:p-6.5" title="Storage">
      <dl className="mt-3 grid tablet:mt-5 tablet:grid-cols-3">
        <Stat name="Uploaded Audio">{show(data?.originals)}</Stat>
        <Stat name="Streaming Files" subtitle="Opus and AAC">
          {show(data?.renditions)}
        </Stat>
        <Stat name="Total">{show(data && data.originals + data.renditions)}</Stat>
      </dl>
    </Panel>
  )
}
