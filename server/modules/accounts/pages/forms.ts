import type { LegalLinks } from '#contract/ssr.ts'
import { html, type Markup, rawHtml } from '#server/platform/http/html.ts'
import type { SignInContext } from '../provider/sign-in-context.ts'

export type FieldName = 'displayName' | 'email' | 'password' | 'invite'
export type FieldErrors = Partial<Record<FieldName, string | Markup>>

export type AccountForm = {
  action: string
  /** The URL of the other form: 'Create account' or 'Sign in'. Undefined if registration is closed. */
  otherForm: string | undefined
  /** The submitted values, without the password. */
  values: { email: string; displayName: string; invite: string }
  /** Registration is by invite. */
  needsInvite: boolean
  errors: FieldErrors
  /** Undefined for a sign-in that was started by a version without it. */
  context: SignInContext | undefined
}

export type SignInForm = AccountForm & {
  passkey: {
    action: string
    /** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
    options: object
    error?: string | undefined
  }
}

export type Field = {
  name: FieldName
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: string
  value?: string
  hint?: string
}

const warning = rawHtml(
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3"/><path d="M12 9v4"/><path d="M12 17h.01"/></svg>',
)
const eye = rawHtml(
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"/><circle cx="12" cy="12" r="3"/><path class="closed" d="m4 20 16-16"/></svg>',
)

export function signInForm(form: SignInForm, passkeyScript: string): Markup {
  const { action, otherForm, values, errors, context, passkey } = form
  const fields: Field[] = [
    // Browsers offer passkeys in a field with `webauthn`.
    { ...email(values.email), autocomplete: 'email webauthn' },
    { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
  ]
  return html`<form class="inner" method="post" action="${action}" novalidate>
<h1>Sign in</h1>
${renderPurpose('Sign in', context)}
${renderFields(fields, errors)}
<button class="button" type="submit">Sign in</button>
${renderPasskey(passkey, passkeyScript)}
<p class="aside"><a class="link" href="/oidc/forgot-password">Forgot password?</a></p>
<p class="aside">${otherForm ? html`New here? <a class="link" href="${otherForm}">Create account</a>` : 'Registration is closed.'}</p>
${renderContinue(context)}
</form>`
}

/** The script shows the button where the browser has passkeys. */
function renderPasskey({ action, options, error }: SignInForm['passkey'], script: string): Markup {
  return html`<button class="button secondary" type="button" id="passkey" data-action="${action}" data-options="${JSON.stringify(options)}" hidden>Sign in with a passkey</button>
${error ? html`<p class="error" role="alert">${warning}<span>${error}</span></p>` : ''}
<script type="module" src="${script}"></script>`
}

export function createAccountForm(form: AccountForm, legal: LegalLinks = {}): Markup {
  const { action, otherForm, values, errors, context, needsInvite } = form
  const invite: Field = {
    name: 'invite',
    label: 'Invite',
    type: 'text',
    autocomplete: 'off',
    value: values.invite,
    hint: 'From the link that an administrator sent you.',
  }
  const fields: Field[] = [
    ...(needsInvite ? [invite] : []),
    {
      name: 'displayName',
      label: 'Display name',
      type: 'text',
      autocomplete: 'name',
      value: values.displayName,
    },
    email(values.email),
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'new-password',
      hint: 'At least 8 characters.',
    },
  ]
  return html`<form class="inner" method="post" action="${action}" novalidate>
<h1>Create account</h1>
${renderPurpose('Create an account', context)}
${renderFields(fields, errors)}
<button class="button" type="submit">Create account</button>
<p class="aside">Already have an account? <a class="link" href="${otherForm ?? ''}">Sign in</a></p>
${renderLegal(legal)}
${renderContinue(context)}
</form>`
}

/** Links to the operator's terms and privacy policy, below the form. */
function renderLegal({ terms, privacy }: LegalLinks): Markup {
  if (!terms && !privacy) return html``
  return html`<p class="aside">${terms ? html`<a class="link" href="${terms}">Terms</a>` : ''}${terms && privacy ? ' · ' : ''}${privacy ? html`<a class="link" href="${privacy}">Privacy</a>` : ''}</p>`
}

function renderPurpose(action: string, context: SignInContext | undefined): Markup {
  return context?.purpose ? html`<p class="lede">${action} to ${context.purpose}</p>` : html``
}

function renderContinue(context: SignInContext | undefined): Markup {
  return context
    ? html`<p class="aside"><a class="link" href="${context.continueTo}">Continue without an account</a></p>`
    : html``
}

const email = (value: string): Field => ({
  name: 'email',
  label: 'Email',
  type: 'email',
  autocomplete: 'email',
  value,
})

/** Focuses the first field with an error, else the first empty one. */
export function renderFields(fields: Field[], errors: FieldErrors): Markup[] {
  const first = fields.find((field) => errors[field.name]) ?? fields.find((field) => !field.value)
  return fields.map((field) => renderField(field, errors[field.name], field === first))
}

function renderField(field: Field, error: string | Markup | undefined, focused: boolean): Markup {
  const note = error ? `${field.name}-error` : field.hint ? `${field.name}-hint` : undefined
  const input = html`<input class="input" id="${field.name}" name="${field.name}" type="${field.type}" autocomplete="${field.autocomplete}" required${field.value ? html` value="${field.value}"` : ''}${error ? html` aria-invalid="true"` : ''}${note ? html` aria-describedby="${note}"` : ''}${focused ? html` autofocus` : ''}>`
  return html`<div class="field">
<label for="${field.name}">${field.label}</label>
${field.type === 'password' ? html`<div class="password">${input}<button class="reveal" type="button" aria-label="Show password" aria-pressed="false" aria-controls="${field.name}" hidden>${eye}</button></div>` : input}
${error ? html`<p class="error" id="${note}" role="alert">${warning}<span>${error}</span></p>` : field.hint ? html`<p class="hint" id="${note}">${field.hint}</p>` : ''}
</div>`
}
