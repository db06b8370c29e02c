import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'

/** Passkeys on the sign-in form: by its button, and in the browser's suggestions for the email field. */

const button = document.querySelector<HTMLButtonElement>('#passkey')
if (button && browserSupportsWebAuthn()) void offerPasskeys(button)

async function offerPasskeys(button: HTMLButtonElement) {
  const { options = '', action = '' } = button.dataset
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = JSON.parse(options)

  /** Without a passkey, or when the user cancels, the form stays as it is. */
  const signIn = async (useBrowserAutofill: boolean) => {
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(
      () => null,
    )
    if (response) submit(action, JSON.stringify(response))
  }
  if (await browserSupportsWebAuthnAutofill()) void signIn(true)
  // It cancels the suggestions: a browser shows one request at a time.
  button.addEventListener('click', () => void signIn(false))
  button.hidden = false
}

/** A form, so that the browser follows the redirect or shows the error. */
function submit(action: string, response: string) {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = 'response'
  input.value = response
  form.append(input)
  document.body.append(form)
  form.submit()
}
