import { interactionPolicy } from 'oidc-provider'

const { base, Check, Prompt } = interactionPolicy

/** When the provider shows a form before it sends the person back. */
export function createPrompts(): interactionPolicy.DefaultPolicy {
  const prompts = base()
  // The only client is this very site: there is nothing to consent to.
  prompts.remove('consent')
  prompts.add(new Prompt({ name: 'create', requestable: true }), 0)
  prompts
    .get('login')
    ?.checks.add(
      new Check('account_gone', 'The account is not there any more', ({ oidc }) =>
        oidc.session?.accountId && !oidc.account ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    )
  return prompts
}
