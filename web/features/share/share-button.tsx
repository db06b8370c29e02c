import { Share2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useToasts } from '#web/ui/toast/toast-context.ts'
import { browserDevice } from './browser-device.ts'
import { shareLink } from './share-link.ts'

type ShareButtonProps = {
  /** What the page behind the link shows. */
  title: string
  /** A path of this site. */
  path: string
  className?: string
}

export function ShareButton({ title, path, className = '' }: ShareButtonProps) {
  const share = useShare()
  return (
    <Button className={className} onClick={() => share(title, path)}>
      <Share2 aria-hidden="true" />
      Share
    </Button>
  )
}

/** Shares a page of this site and says how that went. */
export function useShare(): (title: string, path: string) => Promise<void> {
  const toasts = useToasts()
  return async (title, path) => {
    const news = await shareLink({ title, url: location.origin + path }, browserDevice())
    if (news) toasts.show(news)
  }
}
