import { html } from '#server/platform/http/html.ts'
import { aside, buttonLink, lede, link, linkClass, panel, submitButton } from './elements.ts'
import { type Field, type FieldErrors, renderFields } from './forms.ts'
import type { Page } from './layout.ts'

export const forgotPasswordPath = '/oidc/forgot-password'
export const resetPasswordPath = (token: string) => `/oidc/reset-password/${token}`
/** Continues with the link that this browser opened before it signed in. */
export const continueVerifyPath = '/oidc/verify-email'
export const verifyEmailPath = (token: string) => `${continueVerifyPath}/${token}`

const backToSignIn = aside(link('Back to sign in', '/api/login'))

/** Without mail, only an administrator can help. */
export function forgotPasswordForm({ hasMail }: { hasMail: boolean }): Page {
  if (!hasMail)
    return panel(
      'Forgot password',
      html`${lede('Ask an administrator for a reset link.')}
${backToSignIn}`,
      undefined,
      'Forgot password?',
    )
  const field: Field = { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' }
  return panel(
    'Forgot password',
    html`${lede('We will send you a link to set a new one.')}
${renderFields([field], {})}
${submitButton('Send link')}
${backToSignIn}`,
    forgotPasswordPath,
    'Forgot password?',
  )
}

export function resetPasswordForm(form: {
  action: string
  email: string
  errors: FieldErrors
}): Page {
  const field: Field = {
    name: 'password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 8 characters.',
  }
  return panel(
    'Set a new password',
    html`${lede(`For ${form.email}. You will be signed out everywhere.`)}
<input type="hidden" name="email" autocomplete="username" value="${form.email}">
${renderFields([field], form.errors)}
${submitButton('Set password')}`,
    form.action,
  )
}

/** Without `action` the visitor has to sign in to the account first, at `signInUrl`. */
export function verifyEmailForm(form: {
  email: string
  displayName: string
  action: string | undefined
  signInUrl: string
  rejectAction: string
}): Page {
  const confirm = form.action
    ? html`<form method="post" action="${form.action}">${submitButton('Verify email')}</form>`
    : html`<p>Sign in to this account to verify the address.</p>
${buttonLink('Sign in', form.signInUrl)}`
  return panel(
    'Verify your email',
    html`${lede(`${form.email} for the account of ${form.displayName}`)}
${confirm}
<form method="post" action="${form.rejectAction}"><button class="${linkClass}" type="submit">This was not me</button></form>`,
  )
}
