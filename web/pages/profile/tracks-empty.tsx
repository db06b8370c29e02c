import { Upload } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { TabEmpty } from './tab-empty.tsx'

export function TracksEmpty({ isOwner }: { isOwner: boolean }) {
  if (!isOwner) return <TabEmpty title="No tracks yet" text="Nothing has been uploaded here yet." />
  return (
    <TabEmpty title="No tracks yet" text="What you upload will appear here.">
      <Link href={paths.upload} className={buttonClass('primary')}>
        <Upload aria-hidden="true" />
        Upload
      </Link>
    </TabEmpty>
  )
}
