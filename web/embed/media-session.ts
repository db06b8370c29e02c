import type { EmbedTrack } from '#contract/embed.ts'
import { artworkUrl } from '#web/lib/api-urls.ts'
import type { EmbedPlayer } from './player.ts'

/** Lock screens and media keys. */
export function connectMediaSession(player: EmbedPlayer, tracks: readonly EmbedTrack[]): void {
  const session = navigator.mediaSession
  if (!session) return
  player.state.subscribe(() => {
    const { index, status } = player.state.get()
    const track = tracks[index]
    if (status !== 'playing' || !track) return
    session.metadata = new MediaMetadata({
      title: track.title,
      artist: track.artist,
      artwork: [{ src: artworkUrl(track, 384), sizes: '384x384' }],
    })
    session.setActionHandler('play', player.play)
    session.setActionHandler('pause', player.pause)
    session.setActionHandler('previoustrack', tracks[index - 1] ? player.previous : null)
    session.setActionHandler('nexttrack', tracks[index + 1] ? player.next : null)
  })
}
