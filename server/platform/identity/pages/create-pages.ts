import { type AccountForm, createAccountForm, signInForm } from './forms.ts'
import { html, rawHtml } from './html.ts'
import { type Branding, page, type Theme } from './layout.ts'

export type Message = {
  title: string
  text: string
  /** Leads to another try; without it the page only leads home. */
  retryUrl?: string
}

export type Pages = {
  signIn(form: AccountForm, theme: Theme): string
  createAccount(form: AccountForm, theme: Theme): string
  message(message: Message, theme: Theme): string
  /** `form` is the provider's own form with its token, named op.logoutForm. */
  logOut(form: string, theme: Theme): string
}

/** The pages that the server draws itself, because they must work before anybody is signed in. */
export function createPages(look: Branding): Pages {
  return {
    signIn: (form, theme) => page(look, theme, 'Sign in', signInForm(form)),
    createAccount: (form, theme) => page(look, theme, 'Create account', createAccountForm(form)),
    message: (message, theme) => page(look, theme, message.title, messageContent(message)),
    logOut: (form, theme) => page(look, theme, 'Log out', logOutContent(form)),
  }
}

function messageContent({ title, text, retryUrl }: Message) {
  return html`<div class="inner">
<h1>${title}</h1>
<p class="lede">${text}</p>
${retryUrl ? html`<a class="button" href="${retryUrl}">Try again</a>` : ''}
<p class="aside"><a class="link" href="/">Back to Home</a></p>
</div>`
}

function logOutContent(form: string) {
  return html`<div class="inner">
<h1>Log out</h1>
<p class="lede">You are about to log out.</p>
${rawHtml(form)}
<button class="button" type="submit" form="op.logoutForm" name="logout" value="yes">Log out</button>
<p class="aside"><a class="link" href="/">Back to Home</a></p>
</div>`
}
