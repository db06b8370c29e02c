import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import type { Track } from '#contract/tracks.ts'
import type { ListPage } from '#web/api/client.ts'
import { usePlayer } from '#web/features/player/use-player.ts'
import { Button } from '#web/ui/button.tsx'

type PlayAllProps = {
  /** Those that are loaded. */
  tracks: Track[]
  /** Whether there are more. */
  hasMore: boolean
  /** Loads the first page of the list, a long one. */
  load: () => Promise<ListPage<Track>>
  source: string
}

const failure = {
  title: 'Failed to play',
  text: 'The tracks could not be loaded. Please try again.',
}

/** Plays the list from its beginning, also what is not loaded yet. */
export function PlayAll({ tracks, hasMore, load, source }: PlayAllProps) {
  const player = usePlayer()
  const play = useMutation({
    mutationFn: async () => {
      if (!hasMore) return player.playQueue(tracks, 0, source)
      const { items, next } = await load()
      player.playQueue(items, 0, source, next)
    },
    meta: { onFailure: failure },
  })
  return (
    <Button
      tone="primary"
      disabled={tracks.length === 0}
      isPending={play.isPending}
      onClick={() => play.mutate()}
      className="[&>svg]:fill-current"
    >
      <Play aria-hidden="true" />
      Play all
    </Button>
  )
}
