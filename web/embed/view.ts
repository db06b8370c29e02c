import { halveBars, wavePath } from '#brand/waveform.ts'
import type { EmbedTrack } from '#contract/embed.ts'
import { artworkUrl } from '#web/lib/api-urls.ts'
import { formatDuration, formatSpokenDuration } from '#web/lib/format.ts'
import type { EmbedState } from './player.ts'

/** Writes state into the HTML that the server has rendered. */
export function createView(root: HTMLElement) {
  const find = <E extends Element>(selector: string) => root.querySelector<E>(selector)
  const required = <E extends Element = HTMLElement>(selector: string): E => {
    const element = find<E>(selector)
    if (!element) throw new Error(`The player has no ${selector}.`)
    return element
  }
  const play = required<HTMLButtonElement>('.play')
  const slider = required('.waveform')
  const rows = [...root.querySelectorAll<HTMLButtonElement>('.row')]

  function setLink(selector: string, href: string, text: string) {
    const link = required<HTMLAnchorElement>(selector)
    link.href = href
    // The text after it says that the link opens a new tab.
    if (link.firstChild?.nodeType === Node.TEXT_NODE) link.firstChild.nodeValue = text
  }

  return {
    play,
    slider,
    rows,
    previous: find<HTMLButtonElement>('.previous'),
    next: find<HTMLButtonElement>('.next'),

    showTrack(track: EmbedTrack) {
      setLink('.artwork', track.url, '')
      setLink('.title a', track.url, track.title)
      setLink('.artist a', track.artistUrl, track.artist)
      const image = required<HTMLImageElement>('.artwork img')
      const url = (width: 192 | 384) => artworkUrl(track, width)
      image.srcset = `${url(192)} 192w, ${url(384)} 384w`
      image.src = url(384)
      slider.ariaLabel = `Seek in ${track.title}`
    },

    showBars(bars: readonly number[]) {
      for (const [size, path] of [
        ['wide', wavePath(bars)],
        ['narrow', wavePath(halveBars(bars))],
      ])
        for (const element of slider.querySelectorAll(`.${size} path`))
          element.setAttribute('d', path ?? '')
    },

    showState({ index, status }: EmbedState, track: EmbedTrack) {
      root.dataset['state'] = status
      const isActive = status === 'playing' || status === 'loading'
      play.ariaLabel = `${isActive ? 'Pause' : 'Play'} ${track.title}`
      required('.status').textContent = status === 'failed' ? 'Failed to load track' : ''
      for (const [i, row] of rows.entries())
        if (i === index) row.setAttribute('aria-current', 'true')
        else row.removeAttribute('aria-current')
      const { previous, next } = this
      if (previous) previous.disabled = index === 0
      if (next) next.disabled = index >= rows.length - 1
    },

    /** `total` is the length in lists, in whole seconds: the text stays the same when the file has loaded. */
    showTime(seconds: number, duration: number, total: number) {
      const played = duration > 0 ? Math.min(1, seconds / duration) : 0
      slider.style.setProperty('--played', `${played * 100}%`)
      required('.position').textContent = formatDuration(seconds)
      required('.duration').textContent = formatDuration(total)
      slider.ariaValueNow = String(Math.floor(seconds))
      slider.ariaValueMax = String(Math.floor(total))
      slider.ariaValueText = `${formatSpokenDuration(seconds)} of ${formatSpokenDuration(total)}`
    },

    showGlow([a, b]: readonly [string, string]) {
      root.style.setProperty('--art-a', a)
      root.style.setProperty('--art-b', b)
    },
  }
}
