import type { RepostItem as Item } from '#web/api/reposts.ts'
import { hasFeature } from '#web/lib/brand.ts'

type RepostMenuItem = typeof import('#web/features/reposts/repost-menu-item.tsx').RepostMenuItem

let Loaded: RepostMenuItem | undefined

/** Together with the menu, so that it has no blank row; only where the host has turned reposts on. */
export async function loadRepostItem(): Promise<void> {
  if (!hasFeature('reposts')) return
  Loaded = (await import('#web/features/reposts/repost-menu-item.tsx')).RepostMenuItem
}

/** 'Repost' in the menu of what is public and of others. */
export const RepostItem = ({ item }: { item: Item }) => Loaded && <Loaded item={item} />
