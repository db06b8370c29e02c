/**
 * For the sign-in pages, which the server draws and which work without this file.
 * It is loaded as a plain script in the head, so it must not import anything.
 */

const root = document.documentElement
if (!root.dataset['theme'])
  root.dataset['theme'] = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'

addEventListener('DOMContentLoaded', () => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.reveal')) {
    const input = button.parentElement?.querySelector('input')
    if (!input) continue
    button.hidden = false
    button.addEventListener('click', () => {
      const reveal = input.type === 'password'
      input.type = reveal ? 'text' : 'password'
      button.setAttribute('aria-pressed', String(reveal))
      input.focus()
    })
  }
})
