import { type Field, type FieldErrors, renderFields } from './forms.ts'
import { html, type Markup } from './html.ts'

export const forgotPasswordPath = '/oidc/forgot-password'
export const resetPasswordPath = (token: string) => `/oidc/reset-password/${token}`
export const verifyEmailPath = (token: string) => `/oidc/verify-email/${token}`

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

export function verifyEmailForm({ action, email }: { action: string; email: string }): Markup {
  return html`<form class="inner" method="post" action="${action}">
<h1>Verify your email</h1>
<p class="lede">${email}</p>
<button class="button" type="submit">Verify email</button>
</form>`
}
