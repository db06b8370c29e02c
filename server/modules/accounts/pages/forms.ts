import { html, type Markup } from '#server/platform/http/html.ts'
import {
  alertText,
  aside,
  eye,
  lede,
  link,
  outlineButton,
  panel,
  submitButton,
} from './elements.ts'
import type { Branding, Page } from './layout.ts'

export type FieldName = 'displayName' | 'email' | 'password' | 'invite'
export type FieldErrors = Partial<Record<FieldName, string | Markup>>

/** What the forms show about a sign-in besides their fields. */
export type SignInContext = {
  /** Shown after 'Sign in to'. */
  purpose: string | undefined
  /** Whether the purpose needs no account: then the link of those who continue without one is beside it. */
  isOptional?: boolean
  /** A path of this site, for users who continue without an account. */
  continueTo: string
}

type AccountForm = {
  action: string
  /** The URL of the other form: 'Create account' or 'Sign in'. Undefined if registration is closed. */
  otherForm: string | undefined
  /** The submitted values, without the password. */
  values: { email: string; displayName: string; invite: string }
  /** Registration is by invite. */
  needsInvite: boolean
  errors: FieldErrors
  context: SignInContext
}

type SignInForm = AccountForm & {
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

export function signInForm(form: SignInForm, { passkeyScript }: Branding): Page {
  const { action, otherForm, values, errors, context, passkey } = form
  const fields: Field[] = [
    // Browsers offer passkeys in a field with `webauthn`.
    { ...email(values.email), autocomplete: 'email webauthn' },
    { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
  ]
  return panel(
    'Sign in',
    html`${renderPurpose('Sign in', context)}
${renderFields(fields, errors)}
${submitButton('Sign in')}
${renderPasskey(passkey, passkeyScript)}
${aside(link('Forgot password?', '/oidc/forgot-password'))}
${aside(otherForm ? html`New here? ${link('Create account', otherForm)}` : 'Registration is closed.')}
${renderContinue(context)}`,
    action,
  )
}

/** The script shows the button where the browser has passkeys. */
function renderPasskey({ action, options, error }: SignInForm['passkey'], script: string): Markup {
  return html`<button class="${outlineButton}" type="button" id="passkey" data-action="${action}" data-options="${JSON.stringify(options)}" hidden>Sign in with a passkey</button>
${error ? alertText(error) : ''}
<script type="module" src="${script}"></script>`
}

export function createAccountForm(form: AccountForm, { legal = {} }: Branding): Page {
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
  return panel(
    'Create account',
    html`${renderPurpose('Create an account', context)}
${renderFields(fields, errors)}
${submitButton('Create account')}
${aside(html`Already have an account? ${link('Sign in', otherForm ?? '')}`)}
${renderLegal(legal)}
${renderContinue(context)}`,
    action,
  )
}

/** Links to the operator's terms and privacy policy, below the form. */
function renderLegal({ terms, privacy }: NonNullable<Branding['legal']>): Markup {
  if (!terms && !privacy) return html``
  return aside(
    html`${terms ? link('Terms', terms) : ''}${terms && privacy ? ' · ' : ''}${privacy ? link('Privacy', privacy) : ''}`,
  )
}

const renderPurpose = (action: string, { purpose, isOptional, continueTo }: SignInContext) => {
  if (!purpose) return html``
  const or = isOptional ? html`, or ${link('continue without an account', continueTo)}` : ''
  return lede(html`${action} to ${purpose}${or}`)
}

const renderContinue = ({ isOptional, continueTo }: SignInContext): Markup =>
  isOptional ? html`` : aside(link('Continue without an account', continueTo))

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
  const isPassword = field.type === 'password'
  const input = html`<input class="min-h-12 w-full rounded-control border border-line-strong bg-field px-4 py-2.75 leading-6 focus:border-transparent focus:outline-2 focus:outline-offset-0 focus:outline-focus aria-invalid:border-danger-text${isPassword ? ' pr-13' : ''}" id="${field.name}" name="${field.name}" type="${field.type}" autocomplete="${field.autocomplete}" required${field.value ? html` value="${field.value}"` : ''}${error ? html` aria-invalid="true"` : ''}${note ? html` aria-describedby="${note}"` : ''}${focused ? html` autofocus` : ''}>`
  const reveal = html`<button class="group absolute top-1 right-1.25 grid size-10 place-items-center rounded-full text-muted hover:bg-raised hover:text-text" type="button" aria-label="Show password" aria-pressed="false" aria-controls="${field.name}" hidden>${eye}</button>`
  return html`<div class="grid gap-2">
<label class="text-sm font-semibold" for="${field.name}">${field.label}</label>
${isPassword ? html`<div class="relative">${input}${reveal}</div>` : input}
${error ? alertText(error, note) : field.hint ? html`<p class="text-sm text-faint" id="${note}">${field.hint}</p>` : ''}
</div>`
}
