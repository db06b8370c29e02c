// Runs before the first paint, so that the page never flashes in the wrong theme.
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
  // For pages rendered entirely by the server, such as sign-in.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`
})()

// Loads the scripts after the server-rendered HTML has been painted with fonts and first image.
addEventListener('DOMContentLoaded', () => {
  const code = document.querySelector('template[data-code]')
  if (!code) return
  const start = () => code.replaceWith(code.content)
  // Records clicks and typing until the scripts have loaded; event-replay.ts replays them.
  const note = (event) => {
    const kind = event.type === 'click' ? 'button' : 'input'
    const early = event.target.closest(`[data-first-sight] ${kind}`)
    if (!early) return
    if (kind === 'button') event.preventDefault()
    early.dataset.early = ''
  }
  addEventListener('click', note)
  addEventListener('focusin', note)
  // Fallback for background tabs, which are never painted, and slow connections.
  setTimeout(start, 2000)
  requestAnimationFrame(async () => {
    const pictures = [...document.querySelectorAll('img[fetchpriority=high]')]
    await Promise.allSettled([document.fonts.ready, ...pictures.map((one) => one.decode())])
    requestAnimationFrame(() => setTimeout(start))
  })
})
