import { Link } from 'wouter'
import { buttonClass } from '#web/ui/button.tsx'

/** What was uploaded, in the history entry of the page that follows: 'View track' stays when the toast is gone. */
export type Uploaded = { text: string; link: string; href: string }
export type UploadedState = { uploaded?: Uploaded | undefined }

export function UploadedNotice({ uploaded: { text, link, href } }: { uploaded: Uploaded }) {
  return (
    <section
      aria-label="Uploaded"
      className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-panel border border-line bg-surface p-4 tablet:px-5"
    >
      <p className="min-w-0 wrap-anywhere">{text}</p>
      <Link href={href} className={buttonClass('secondary')}>
        {link}
      </Link>
    </section>
  )
}
