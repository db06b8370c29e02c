import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Passkey } from '#contract/passkeys.ts'
import * as routes from '#contract/routes.ts'
import { passkeysQuery } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { formatDate, formatRelativeDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { EditableRow, SettingsForm, SettingsRow, SignInAgain } from './settings-section.tsx'

export function PasskeysRow() {
  const { data: passkeys } = useQuery(passkeysQuery)
  const row = {
    title: 'Passkeys',
    value: passkeys?.length === 0 && 'None',
    text: 'Sign in with your fingerprint, face or PIN instead of your password.',
    children: passkeys && passkeys.length > 0 && (
      <ul aria-label="Passkeys" className="divide-y divide-line">
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} />
        ))}
      </ul>
    ),
  }
  if (!hasPasskeySupport())
    return <SettingsRow {...row} value="This browser cannot create a passkey for this site." />
  return (
    <EditableRow {...row} open="Add passkey" form={(close) => <AddPasskey onClose={close} />} />
  )
}

const useRefetch = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const refetch = useRefetch()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: createPasskey,
    meta: {
      done: {
        title: 'Passkey added',
        text: 'You can sign in with it from now on.',
        tone: 'plain',
      },
      onFailure: (error) => (creationProblem(error) ? 'silent' : inlineErrors.onFailure(error)),
    },
    onSuccess: async () => {
      await refetch()
      onClose()
    },
  })
  return (
    <SettingsForm
      submit="Add passkey"
      pendingText="Adding..."
      isPending={add.isPending}
      onSubmit={() => add.mutate(name.trim() || 'Passkey')}
      onCancel={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.maxPasskeyNameLength}
        hint="Such as the device that it is on."
        value={name}
        error={creationProblem(add.error) ?? rejectionOf(add.error)}
        onChange={({ target }) => setName(target.value)}
      />
      <SignInAgain error={add.error} section="security" />
    </SettingsForm>
  )
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt } = passkey
  const refetch = useRefetch()
  /** False once the form is closed. */
  const [isRenaming, setIsRenaming] = useState<boolean>()
  const remove = useMutation({
    mutationFn: () => request(routes.deletePasskey, { params: { id } }),
    onSettled: refetch,
  })
  if (isRenaming)
    return (
      <li className="py-3.5">
        <RenamePasskey passkey={passkey} onClose={() => setIsRenaming(false)} />
      </li>
    )
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 py-3.5 tablet:grid-cols-[auto_minmax(0,1fr)_auto]">
      <KeyRound aria-hidden="true" className="size-6 text-muted" strokeWidth={1.75} />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          Added <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          {' · '}
          {lastUsedAt ? (
            <>
              Last used{' '}
              <time dateTime={lastUsedAt}>{formatRelativeDate(lastUsedAt).toLowerCase()}</time>
            </>
          ) : (
            'Never used'
          )}
        </p>
      </div>
      <div
        // The form that had the focus is gone.
        ref={isRenaming === false ? focusButton : undefined}
        className="col-start-2 flex gap-2 tablet:col-start-3"
      >
        <Button
          size="small"
          tone="outline"
          aria-label={`Rename ${name}`}
          onClick={() => setIsRenaming(true)}
        >
          Rename
        </Button>
        <Button
          size="small"
          tone="outline"
          isPending={remove.isPending}
          aria-label={`Delete ${name}`}
          onClick={() => remove.mutate()}
        >
          Delete
        </Button>
      </div>
    </li>
  )
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const refetch = useRefetch()
  const [name, setName] = useState(passkey.name)
  const rename = useMutation({
    mutationFn: () => request(routes.renamePasskey, { params: { id: passkey.id }, body: { name } }),
    meta: inlineErrors,
    onSuccess: async () => {
      await refetch()
      onClose()
    },
  })
  return (
    <SettingsForm
      submit="Save"
      pendingText="Saving..."
      isPending={rename.isPending}
      onSubmit={() => rename.mutate()}
      onCancel={onClose}
    >
      <TextField
        label={`Name of ${passkey.name}`}
        autoComplete="off"
        // The button that had the focus is gone.
        ref={focusOnce}
        maxLength={limits.maxPasskeyNameLength}
        value={name}
        error={rejectionOf(rename.error)}
        onChange={({ target }) => setName(target.value)}
      />
    </SettingsForm>
  )
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus()
const focusButton = (actions: HTMLElement | null) => actions?.querySelector('button')?.focus()

/** Browsers have passkeys over HTTPS and on localhost only. */
const hasPasskeySupport = () => typeof globalThis.PublicKeyCredential === 'function'

/** Lets the browser create a passkey, and adds it to the account. */
async function createPasskey(name: string) {
  const [options, { startRegistration }] = await Promise.all([
    request(routes.startPasskey),
    import('@simplewebauthn/browser'),
  ])
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const body = { name, response: await startRegistration({ optionsJSON }) }
  return request(routes.addPasskey, { body })
}

/** Why the browser created none; undefined for other errors. */
function creationProblem(error: Error | null): string | undefined {
  if (error?.name === 'InvalidStateError') return 'This device already has a passkey for you.'
  if (error?.name === 'NotAllowedError' || error?.name === 'AbortError')
    return 'No passkey was added.'
  if (error?.name === 'SecurityError' || error?.name === 'NotSupportedError')
    return 'This browser cannot create a passkey for this site.'
  return undefined
}
