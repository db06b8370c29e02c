import { Share2 } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { type SharedItem, type SharedKind, shareItem } from './share-link.ts'

type ShareButtonProps = { kind: SharedKind; item: SharedItem }

/** On phones and tablets an icon. */
export function ShareButton({ kind, item }: ShareButtonProps) {
  const share = useShare()
  return (
    <Button iconOnlyBelow="nav" onClick={() => share(kind, item)}>
      <Share2 aria-hidden="true" />
      <span className="max-nav:sr-only">Share</span>
    </Button>
  )
}

/** Shares the page of a track or playlist, or only copies its link, and shows a toast with the result. */
export function useShare() {
  const toasts = useToasts()
  return async (kind: SharedKind, item: SharedItem, { copyOnly = false } = {}) => {
    const url = location.origin + paths[kind](item)
    // In the task of the click: WebKit lets a page write to the clipboard in no other.
    const toast = await shareItem(kind, { ...item, url }, { copyOnly })
    if (toast) toasts.show(toast)
  }
}
