import { Share2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'

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
    const url = location.origin + path
    const toast = await import('./share-link.ts').then(
      ({ shareLink }) => shareLink({ title, url }),
      () => ({ title: 'Copy this link', text: url }),
    )
    if (toast) toasts.show(toast)
  }
}
