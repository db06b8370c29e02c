import { Repeat2 } from 'lucide-react'
import type { RepostItem } from '#web/api/reposts.ts'
import { MenuItem } from '#web/ui/menu.tsx'
import { useRepost } from './use-repost.ts'

/** For what is public and of others, where the host has turned reposts on. */
export function RepostMenuItem({ item }: { item: RepostItem }) {
  const { reposted, toggle } = useRepost(item)
  return (
    <MenuItem icon={<Repeat2 className={reposted ? 'text-primary-text' : ''} />} onSelect={toggle}>
      {reposted ? 'Undo repost' : 'Repost'}
    </MenuItem>
  )
}
