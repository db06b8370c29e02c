/**
 * Progressive enhancement of the auth pages, which the server renders and which work without this script.
 * It is a classic script in the head, so it must not import anything.
 */

const root = document.documentElement
if (!root.dataset['theme'])
  root.dataset['theme'] = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'

addEventListener('DOMContentLoaded', () => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[aria-controls]')) {
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
