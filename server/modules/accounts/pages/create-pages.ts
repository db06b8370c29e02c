import { html, type Markup, rawHtml } from '#server/platform/http/html.ts'
import { backToHome, buttonLink, lede, panel, primaryButton } from './elements.ts'
import { type AccountForm, createAccountForm, type SignInForm, signInForm } from './forms.ts'
import { type Branding, page, type Theme } from './layout.ts'
import { forgotPasswordForm, resetPasswordForm, verifyEmailForm } from './link-forms.ts'

export type Message = {
  title: string
  text: string
  /** The target of the 'Try again' button; without it the page only links to the home page. */
  retryUrl?: string
  /** A button to show instead of 'Try again'. */
  action?: { label: string; url: string }
}

export type Pages = {
  signIn(form: SignInForm, theme: Theme): string
  createAccount(form: AccountForm, theme: Theme): string
  message(message: Message, theme: Theme): string
  forgotPassword(form: Parameters<typeof forgotPasswordForm>[0], theme: Theme): string
  resetPassword(form: Parameters<typeof resetPasswordForm>[0], theme: Theme): string
  verifyEmail(form: Parameters<typeof verifyEmailForm>[0], theme: Theme): string
  /** `form` is the provider library's own form with its token; its id is op.logoutForm. */
  logOut(form: string, theme: Theme): string
  /** Confirmation page, before a link on another site ends the session. */
  confirmLogout(url: string, theme: Theme): string
}

/** Pages rendered by the server alone: they work without the web app and without JavaScript. */
export function createPages(branding: Branding): Pages {
  return {
    signIn: (form, theme) =>
      page(branding, theme, 'Sign in', signInForm(form, branding.passkeyScript)),
    createAccount: (form, theme) =>
      page(branding, theme, 'Create account', createAccountForm(form, branding.legal)),
    forgotPassword: (form, theme) =>
      page(branding, theme, 'Forgot password', forgotPasswordForm(form)),
    resetPassword: (form, theme) =>
      page(branding, theme, 'Set a new password', resetPasswordForm(form)),
    verifyEmail: (form, theme) => page(branding, theme, 'Verify your email', verifyEmailForm(form)),
    message: (message, theme) => page(branding, theme, message.title, messageContent(message)),
    logOut: (form, theme) => page(branding, theme, 'Log out', logOutContent(form)),
    confirmLogout: (url, theme) =>
      page(branding, theme, 'Log out', logOutPanel(buttonLink('Log out', url))),
  }
}

function messageContent({ title, text, retryUrl, action }: Message) {
  const button = action ?? (retryUrl ? { label: 'Try again', url: retryUrl } : undefined)
  return panel(
    title,
    html`${lede(text)}
${button ? buttonLink(button.label, button.url) : ''}
${backToHome}`,
  )
}

const logOutPanel = (button: Markup) =>
  panel(
    'Log out',
    html`${lede('You are about to log out.')}
${button}
${backToHome}`,
  )

const logOutContent = (form: string) =>
  logOutPanel(html`${rawHtml(form)}
<button class="${primaryButton}" type="submit" form="op.logoutForm" name="logout" value="yes">Log out</button>`)
