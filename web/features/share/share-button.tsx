import { Share2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { shareLink } from './share-link.ts'

type ShareButtonProps = {
  title: string
  path: string
  className?: string
  /** Shows the icon only on phones. */
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

/** Shares a page of this site and shows a toast with the result. */
export function useShare(): (title: string, path: string) => Promise<void> {
  const toasts = useToasts()
  return async (title, path) => {
    // In the task of the click: WebKit lets a page write to the clipboard in no other.
    const toast = await shareLink({ title, url: location.origin + path })
    if (toast) toasts.show(toast)
  }
}
