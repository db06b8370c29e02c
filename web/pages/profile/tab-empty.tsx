import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Profile } from '#contract/users.ts'
import { displayName } from '#web/lib/display-name.ts'
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
