import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import type { Track } from '#contract/tracks.ts'
import type { Notice } from '#web/api/query-client.ts'
import type { LoadMore } from '#web/features/player/store.ts'
import { usePlayer } from '#web/features/player/use-player.ts'
import { Button } from '#web/ui/button.tsx'

type PlayAllProps = {
  /** Those that are loaded. */
  tracks: Track[]
  /** Whether there are more. */
  hasMore: boolean
  /** Loads the list from its beginning. */
  load: () => LoadMore
  source: string
}

const failure: Notice = {
  title: 'Failed to play',
  text: 'The tracks could not be loaded. Please try again.',
  tone: 'failure',
}

/** Plays the list from its beginning, also what is not loaded yet. */
export function PlayAll({ tracks, hasMore, load, source }: PlayAllProps) {
  const player = usePlayer()
  const play = useMutation({
    mutationFn: async () => {
      if (!hasMore) return player.playQueue(tracks, 0, source)
      const more = load()
      player.playQueue(await more(), 0, source, more)
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
