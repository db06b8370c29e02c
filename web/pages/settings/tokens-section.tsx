import { useMutation, useQuery } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import type { NewApiToken } from '#contract/app-credentials.ts'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import { type TokenScope, tokenScopes } from '#contract/token-scopes.ts'
import { apiTokensQuery } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/field.tsx'
import { CredentialItem, useCreated } from './credential-item.tsx'
import { EditableRow, SettingsForm, SignInAgain } from './settings-section.tsx'

const scopeLabels = {
  read: 'Read: what you can see',
  upload: 'Upload: new tracks',
  manage: 'Manage: change what is yours, and like, follow and collect',
}

export function ApiTokensRow() {
  const { data: tokens } = useQuery(apiTokensQuery)
  const { created, add, refetch } = useCreated(
    apiTokensQuery.queryKey,
    tokens,
    ({ token: _, ...listed }: NewApiToken) => listed,
  )
  return (
    <EditableRow
      title="API tokens"
      value={tokens?.length === 0 && 'None'}
      text="For your own scripts. A token opens neither your account nor administration."
      open="Create API token"
      form={(close) => <NewToken onClose={close} onCreated={add} />}
    >
      {created && (
        <div role="status" className="grid gap-3 rounded-panel border border-line bg-sunken p-5">
          <p className="text-muted">
            Copy it now: the token is not shown again. Scripts send it as{' '}
            <code>Authorization: Bearer</code>.
          </p>
          <p className="font-semibold wrap-anywhere select-all">{created.token}</p>
        </div>
      )}
      {tokens && tokens.length > 0 && (
        <ul aria-label="API tokens" className="-mb-3 divide-y divide-line">
          {tokens.map((token) => (
            <CredentialItem
              key={token.id}
              icon={
                <SquareTerminal
                  aria-hidden="true"
                  className="size-6 text-muted"
                  strokeWidth={1.75}
                />
              }
              credential={token}
              scopes={token.scopes.map((scope) => scopeLabels[scope].split(':')[0]).join(', ')}
              revoke={(id) => request(routes.deleteApiToken, { params: { id } })}
              onRevoked={refetch}
            />
          ))}
        </ul>
      )}
    </EditableRow>
  )
}

type NewTokenProps = {
  onClose: () => void
  onCreated: (token: NewApiToken) => Promise<unknown>
}

function NewToken({ onClose, onCreated }: NewTokenProps) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<TokenScope[]>(['read'])
  const create = useMutation({
    mutationFn: () =>
      request(routes.createApiToken, { body: { name: name.trim() || 'Script', scopes } }),
    meta: inlineErrors,
    onSuccess: async (token) => {
      await onCreated(token)
      onClose()
    },
  })
  return (
    <SettingsForm
      submit="Create API token"
      pendingText="Creating..."
      isPending={create.isPending}
      onSubmit={() => create.mutate()}
      onCancel={onClose}
    >
      <TextField
        label="Name of the script"
        autoComplete="off"
        maxLength={limits.maxAppNameLength}
        value={name}
        error={rejectionOf(create.error)}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset>
        <legend className="font-semibold">What it may do</legend>
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeLabels[scope]}
            checked={scopes.includes(scope)}
            onChange={(isChecked) =>
              setScopes(tokenScopes.filter((s) => (s === scope ? isChecked : scopes.includes(s))))
            }
          />
        ))}
      </fieldset>
      <SignInAgain error={create.error} section="apps" />
    </SettingsForm>
  )
}
