import { Share2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'

type ShareButtonProps = {
  /** What the page behind the link shows. */
  title: string
  /** A path of this site. */
  path: string
  className?: string
  /** Where there is little room, the icon says it. */
  iconOnPhones?: boolean
}

export function ShareButton({ title, path, className = '', iconOnPhones }: ShareButtonProps) {
  const share = useShare()
  return (
    <Button
      className={
        iconOnPhones ? 'max-tablet:w-11 max-tablet:px-0! max-tablet:[&>svg]:ml-0!' : className
      }
      onClick={() => share(title, path)}
    >
      <Share2 aria-hidden="true" />
      <span className={iconOnPhones ? 'max-tablet:sr-only' : undefined}>Share</span>
    </Button>
  )
}

/** Shares a page of this site and says how that went. */
export function useShare(): (title: string, path: string) => Promise<void> {
  const toasts = useToasts()
  return async (title, path) => {
    const url = location.origin + path
    const news = await import('./share-page.ts').then(
      ({ sharePage }) => sharePage(title, url),
      () => ({ title: 'Copy this link', text: url }),
    )
    if (news) toasts.show(news)
  }
}
