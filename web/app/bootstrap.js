// Runs before the first paint, so that the page never flashes in the other theme.
;(() => {
  const root = document.documentElement
  let choice = null
  try {
    choice = localStorage.getItem('theme')
  } catch {}
  const light =
    choice === 'light' || (choice !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches)
  const theme = light ? 'light' : 'dark'
  root.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]').content = light ? '#f8f3ea' : '#14100d'
  // For pages that the server draws itself.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`
})()

// What the server drew is painted first, with its letters and its first picture; then comes the code.
addEventListener('DOMContentLoaded', () => {
  const code = document.querySelector('template[data-code]')
  if (!code) return
  const start = () => code.replaceWith(code.content)
  // What only code can do is noted, and done when it is there: app/event-replay.ts.
  const note = (event) => {
    const kind = event.type === 'click' ? 'button' : 'input'
    const early = event.target.closest(`[data-first-sight] ${kind}`)
    if (!early) return
    if (kind === 'button') event.preventDefault()
    early.dataset.early = ''
  }
  addEventListener('click', note)
  addEventListener('focusin', note)
  // A page that nobody looks at is not painted, and a slow line should not hold up the code for long.
  setTimeout(start, 2000)
  requestAnimationFrame(async () => {
    const pictures = [...document.querySelectorAll('img[fetchpriority=high]')]
    await Promise.allSettled([document.fonts.ready, ...pictures.map((one) => one.decode())])
    requestAnimationFrame(() => setTimeout(start))
  })
})
