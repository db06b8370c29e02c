import { html, rawHtml } from '#server/platform/http/html.ts'
import { backToHome, buttonLink, lede, panel, primaryButton } from './elements.ts'
import type { Page } from './layout.ts'

export type Message = {
  title: string
  text: string
  /** The target of the 'Try again' button; without it the page only links to the home page. */
  retryUrl?: string
  /** A button to show instead of 'Try again'. */
  action?: { label: string; url: string }
}

export function messagePage({ title, text, retryUrl, action }: Message): Page {
  const button = action ?? (retryUrl ? { label: 'Try again', url: retryUrl } : undefined)
  return panel(
    title,
    html`${lede(text)}
${button ? buttonLink(button.label, button.url) : ''}
${backToHome}`,
  )
}

const logOut = { title: 'Log out', text: 'You are about to log out.' }

/** Before a link on another site ends the session. */
export const confirmLogoutPage = (url: string): Page =>
  messagePage({ ...logOut, action: { label: 'Log out', url } })

/** `form` is the provider library's own form with its token; its id is op.logoutForm. */
export const logOutPage = (form: string): Page =>
  panel(
    logOut.title,
    html`${lede(logOut.text)}
${rawHtml(form)}
<button class="${primaryButton}" type="submit" form="op.logoutForm" name="logout" value="yes">Log out</button>
${backToHome}`,
  )
