import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Violin } from '#web/ui/violin.tsx'

type TabEmptyProps = { title: string; text?: string | undefined; children?: ReactNode }

/** The empty state of a tab. */
export function TabEmpty({ title, text, children }: TabEmptyProps) {
  return (
    <div className="grid justify-items-center pt-12 pb-10 text-center">
      <Violin variant="empty" bars={120} className="mb-7 w-full tablet:w-[min(420px,88vw)]" />
      <h2 className="font-display text-3xl leading-[1.02] font-extrabold tracking-display text-balance">
        {title}
      </h2>
      {text && <p className="mt-3 max-w-[40ch] text-lg text-balance text-muted">{text}</p>}
      {children && <div className="mt-6">{children}</div>}
    </div>
  )
}

export function TracksEmpty({ isOwner }: { isOwner: boolean }) {
  if (!isOwner)
    return <TabEmpty title="No tracks yet" text="This user has not uploaded any tracks yet." />
  return (
    <TabEmpty title="No tracks yet" text="Tracks you upload will appear here.">
      <Link href={paths.upload} className={buttonClass('primary')}>
        <Upload aria-hidden="true" />
        Upload
      </Link>
    </TabEmpty>
  )
}
