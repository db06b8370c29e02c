import { useMutation, useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Account } from '#contract/account.ts'
import type { NewAppPassword } from '#contract/app-credentials.ts'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import { appPasswordsQuery } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { TextField } from '#web/ui/field.tsx'
import { CredentialItem, useCreated } from './credential-item.tsx'
import { EditableRow, SettingsForm, SignInAgain } from './settings-section.tsx'

const AppSignIn = lazy(() => import('./app-sign-in.tsx'))

export function AppPasswordsRow({ account }: { account: Account }) {
  const { data: passwords } = useQuery(appPasswordsQuery)
  const { created, add, refetch } = useCreated(
    appPasswordsQuery.queryKey,
    passwords,
    ({ password: _, ...listed }: NewAppPassword) => listed,
  )
  return (
    <EditableRow
      title="Music apps"
      value={passwords?.length === 0 && 'No app passwords'}
      text="Listen in any app that supports Subsonic. Each app gets a password of its own, which opens nothing but listening."
      open="Create app password"
      form={(close) => <NewPassword onClose={close} onCreated={add} />}
    >
      {created && (
        <Suspense fallback={<span className="shimmer h-60 rounded-panel" />}>
          <AppSignIn
            key={created.id}
            server={window.location.origin}
            username={account.username}
            password={created.password}
          />
        </Suspense>
      )}
      {passwords && passwords.length > 0 && (
        <ul aria-label="App passwords" className="-mb-3 divide-y divide-line">
          {passwords.map((password) => (
            <CredentialItem
              key={password.id}
              icon={
                <Smartphone aria-hidden="true" className="size-6 text-muted" strokeWidth={1.75} />
              }
              credential={password}
              usedBy={password.lastUsedBy}
              revoke={(id) => request(routes.deleteAppPassword, { params: { id } })}
              onRevoked={refetch}
            />
          ))}
        </ul>
      )}
    </EditableRow>
  )
}

type NewPasswordProps = {
  onClose: () => void
  onCreated: (password: NewAppPassword) => Promise<unknown>
}

function NewPassword({ onClose, onCreated }: NewPasswordProps) {
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () =>
      request(routes.createAppPassword, { body: { name: name.trim() || 'Music app' } }),
    meta: inlineErrors,
    onSuccess: async (password) => {
      await onCreated(password)
      onClose()
    },
  })
  return (
    <SettingsForm
      submit="Create app password"
      pendingText="Creating..."
      isPending={create.isPending}
      onSubmit={() => create.mutate()}
      onCancel={onClose}
    >
      <TextField
        label="Name of the app"
        autoComplete="off"
        maxLength={limits.maxAppNameLength}
        hint="Such as the app and the device that it is on."
        value={name}
        error={rejectionOf(create.error)}
        onChange={({ target }) => setName(target.value)}
      />
      <SignInAgain error={create.error} section="apps" />
    </SettingsForm>
  )
}
