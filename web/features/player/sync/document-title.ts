import { artistName } from '#web/lib/display-name.ts'
import type { Player, PlayerState } from '../store.ts'

/** Milliseconds for which a page that is opened during playback shows its own title. */
const pageTitleMs = 2_000

/**
 * Shows the playing track in the document's title, and the page's own title otherwise. A newly
 * opened page shows its own title first: it goes into the browser's history, and screen readers
 * announce it.
 */
export function connectDocumentTitle(player: Player): void {
  let pageTitle = document.title
  let shown = pageTitle
  let playing = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  function show() {
    clearTimeout(timer)
    shown = playing || pageTitle
    document.title = shown
  }
  new MutationObserver(() => {
    if (document.title === shown) return
    pageTitle = document.title
    shown = pageTitle
    clearTimeout(timer)
    timer = setTimeout(show, pageTitleMs)
  }).observe(document.head, { childList: true, subtree: true })
  function update() {
    const title = playingTitle(player.state())
    if (title === playing) return
    playing = title
    show()
  }
  player.subscribe(update)
  update()
}

/** Empty unless a track plays. */
function playingTitle({ currentTrack, isPlaying, loading }: PlayerState): string {
  return currentTrack && (isPlaying || loading)
    ? `▶ ${currentTrack.title} – ${artistName(currentTrack)}`
    : ''
}
