;(() => {
  // Before the first paint, so that the page never flashes in the wrong theme.
  let choice
  try {
    choice = localStorage.getItem('theme')
  } catch {}
  const light =
    choice === 'light' || (choice !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches)
  const theme = light ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name=theme-color]').content = light ? '#f8f3ea' : '#14100d'
  // For pages rendered entirely by the server, such as sign-in.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`

  // The browser offers to install the site, maybe before the menu that shows the offer has loaded.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event
  })

  // Marks clicked buttons and focused elements until the scripts have loaded; event-replay.ts replays
  // them, and what was typed. From here on, because the page may be painted before it is parsed to its end.
  let order = 0
  addEventListener('click', (event) => {
    const button = event.target.closest('[data-ssr] button')
    if (!button) return
    event.preventDefault()
    button.dataset.clicked = ''
  })
  addEventListener('focusin', ({ target }) => {
    if (target.closest('[data-ssr]')) target.dataset.focused = ++order
  })

  // Loads the scripts after the server-rendered HTML has been painted with fonts and first image.
  addEventListener('DOMContentLoaded', () => {
    const scripts = document.querySelector('template[data-scripts]')
    const start = () => scripts?.replaceWith(scripts.content)
    // Fallback for background tabs, which are never painted, and slow connections.
    setTimeout(start, 2000)
    requestAnimationFrame(async () => {
      const images = document.querySelectorAll('img[fetchpriority=high]')
      await Promise.allSettled([
        document.fonts.ready,
        ...Array.from(images, (image) => image.decode()),
      ])
      requestAnimationFrame(() => setTimeout(start))
    })
  })
})()
