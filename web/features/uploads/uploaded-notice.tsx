import { Link } from 'wouter'
import { useSession } from '#web/api/auth.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { HideButtons } from './hide-buttons.tsx'
import { type PublishedBatch, useBulkPrivacy } from './use-bulk-privacy.ts'

/** What was uploaded, in the history entry of the page that follows: what can be done stays when the toast is gone. */
export type Uploaded = {
  text: string
  link: string
  href: string
  batch?: PublishedBatch | undefined
}
export type UploadedState = { uploaded?: Uploaded | undefined }

export function UploadedNotice({ uploaded }: { uploaded: Uploaded }) {
  const { text, link, href, batch } = uploaded
  const { user } = useSession()
  return (
    <section
      aria-label="Uploaded"
      className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-panel border border-line bg-surface p-4 tablet:px-5"
    >
      <p className="min-w-0 wrap-anywhere">{text}</p>
      <div className="flex flex-wrap items-center gap-2">
        {user && batch && <HideBatch userId={user.id} batch={batch} />}
        <Link href={href} className={buttonClass('secondary')}>
          {link}
        </Link>
      </div>
    </section>
  )
}

function HideBatch({ userId, batch }: { userId: string; batch: PublishedBatch }) {
  return <HideButtons privacy={useBulkPrivacy(userId)} batch={batch} />
}
