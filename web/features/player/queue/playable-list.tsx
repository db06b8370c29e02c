import { createContext, type ReactNode, useCallback, useContext } from 'react'
import type { Track } from '#contract/tracks.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { usePlayer } from '../use-player.ts'

/** A list of tracks that plays on from the one that is clicked. */
type List = {
  tracks: readonly Track[]
  /** Its name, for 'Next from {source}'. */
  source: string
  /** The URL of what follows them. */
  next?: string | null
  /** In seconds, by id: where tracks start that do not start at their beginning. */
  positions?: ReadonlyMap<string, number>
}

/** A ref: a list that changes re-renders none of its cards. */
const ListContext = createContext<{ readonly current: List } | null>(null)

/** The play buttons inside it play this list from their track. */
export function PlayableList({ children, ...list }: List & { children: ReactNode }) {
  return <ListContext value={useLatest(list)}>{children}</ListContext>
}

/** Plays the track and then the rest of its list; pauses or resumes it if it is the current one. */
export function usePlayTrack(track: Track): () => void {
  const player = usePlayer()
  const list = useContext(ListContext)
  return useCallback(() => {
    const { tracks, source, next, positions }: List = list?.current ?? { tracks: [], source: '' }
    const exact = tracks.indexOf(track)
    const index = exact < 0 ? tracks.findIndex(({ id }) => id === track.id) : exact
    if (index < 0 || track.id === player.state().currentTrack?.id) player.playTrack(track)
    else {
      player.playQueue(tracks, index, source, next)
      const position = positions?.get(track.id)
      if (position) player.seek(position)
    }
  }, [player, list, track])
}
