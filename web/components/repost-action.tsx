import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Privacy } from '#contract/fields.ts'
import type { RepostItem } from '#web/api/reposts.ts'
import { hasFeature } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'

// Lazy: only where the host has turned reposts on.
const RepostButton = lazyComponent(
  async () => (await import('#web/features/reposts/repost-button.tsx')).RepostButton,
)

type RepostActionProps = {
  kind: RepostItem['kind']
  item: { id: string; title: string; userId: string; privacy: Privacy }
}

export const RepostAction = ({ kind, item }: RepostActionProps) =>
  hasFeature('reposts') &&
  item.privacy === 'public' && (
    <Suspense>
      <RepostButton kind={kind} item={item} />
    </Suspense>
  )

/** For the first render. The browser's build has none of it. */
export async function loadReposts(queryClient: QueryClient, kind: RepostItem['kind'], id: string) {
  if (import.meta.env.SSR && hasFeature('reposts'))
    await queryClient.prefetchQuery((await import('#web/api/reposts.ts')).repostQuery({ kind, id }))
}
