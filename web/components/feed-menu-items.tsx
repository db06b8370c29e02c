import { Link2, Rss } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { MenuItem, MenuLink } from '#web/ui/menu.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'

type FeedMenuItemsProps = { kind: Parameters<typeof paths.feed>[0]; id: string }

/** The feed of a profile or playlist: to open it, and its address for a podcast app. */
export function FeedMenuItems({ kind, id }: FeedMenuItemsProps) {
  const toasts = useToasts()
  const path = paths.feed(kind, id)
  async function copy() {
    const url = location.origin + path
    try {
      await navigator.clipboard.writeText(url)
      toasts.show({
        title: 'Feed address copied!',
        text: 'Podcast apps ask for it.',
        tone: 'success',
      })
    } catch {
      toasts.show({ title: 'Copy this address', text: url, duration: 10_000 })
    }
  }
  return (
    <>
      <MenuLink icon={<Rss />} href={path}>
        RSS feed
      </MenuLink>
      <MenuItem icon={<Link2 />} onSelect={() => void copy()}>
        Copy feed address
      </MenuItem>
    </>
  )
}
