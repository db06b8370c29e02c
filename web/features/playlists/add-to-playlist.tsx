import { type ComponentProps, Suspense } from 'react'
import { useSession } from '#web/api/auth.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'

// Lazy: not needed by visitors.
const AddToPlaylistButton = lazyComponent(
  async () => (await import('./add-to-playlist-button.tsx')).AddToPlaylistButton,
)

/** Only for signed-in users. */
export function AddToPlaylist(props: ComponentProps<typeof AddToPlaylistButton>) {
  const { user } = useSession()
  return (
    user && (
      <Suspense>
        <AddToPlaylistButton {...props} />
      </Suspense>
    )
  )
}
