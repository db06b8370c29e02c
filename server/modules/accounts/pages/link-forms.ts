import { html, type Markup } from '#server/platform/http/html.ts'
import { type Field, type FieldErrors, renderFields } from './forms.ts'

export const forgotPasswordPath = '/oidc/forgot-password'
export const resetPasswordPath = (token: string) => `/oidc/reset-password/${token}`
/** Continues with the link that this browser opened before it signed in. */
export const continueVerifyPath = '/oidc/verify-email'
export const verifyEmailPath = (token: string) => `${continueVerifyPath}/${token}`

const backToSignIn = html`<p class="aside"><a class="link" href="/api/login">Back to sign in</a></p>`

/** Without mail, only an administrator can help. */
export function forgotPasswordForm({ hasMail }: { hasMail: boolean }): Markup {
  if (!hasMail)
    return html`<div class="inner">
<h1>Forgot password?</h1>
<p class="lede">Ask an administrator for a reset link.</p>
${backToSignIn}
</div>`
  const field: Field = { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' }
  return html`<form class="inner" method="post" action="${forgotPasswordPath}" novalidate>
<h1>Forgot password?</h1>
<p class="lede">We will send you a link to set a new one.</p>
${renderFields([field], {})}
<button class="button" type="submit">Send link</button>
${backToSignIn}
</form>`
}

export function resetPasswordForm(form: {
  action: string
  email: string
  errors: FieldErrors
}): Markup {
  const field: Field = {
    name: 'password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 8 characters.',
  }
  return html`<form class="inner" method="post" action="${form.action}" novalidate>
<h1>Set a new password</h1>
<p class="lede">For ${form.email}. You will be signed out everywhere.</p>
<input type="hidden" name="email" autocomplete="username" value="${form.email}">
${renderFields([field], form.errors)}
<button class="button" type="submit">Set password</button>
</form>`
}

/** Without `action` the visitor has to sign in to the account first, at `signInUrl`. */
export function verifyEmailForm(form: {
  email: string
  displayName: string
  action: string | undefined
  signInUrl: string
  rejectAction: string
}): Markup {
  const confirm = form.action
    ? html`<form method="post" action="${form.action}"><button class="button" type="submit">Verify email</button></form>`
    : html`<p>Sign in to this account to verify the address.</p>
<a class="button" href="${form.signInUrl}">Sign in</a>`
  return html`<div class="inner">
<h1>Verify your email</h1>
<p class="lede">${form.email} for the account of ${form.displayName}</p>
${confirm}
<form class="aside" method="post" action="${form.rejectAction}"><button class="link" type="submit">This was not me</button></form>
</div>`
}
