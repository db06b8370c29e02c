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
})()
