import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as routes from '#contract/routes.ts'
import type { ScrobblingConnection } from '#contract/scrobbling.ts'
import { defaultListenBrainzUrl, type ScrobblingService } from '#contract/scrobbling-services.ts'
import { scrobblingQuery } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { safeSessionStorage } from '#web/lib/browser-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { EditableRow, SettingsForm, SettingsRow, SignInAgain } from './settings-section.tsx'

type Login = { token: string; url?: string }

function useConnect(service: ScrobblingService, onDone: () => void = () => {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Login) => request(routes.connectScrobbling, { params: { service }, body }),
    meta: inlineErrors,
    onSuccess: (scrobbling) => {
      queryClient.setQueryData(scrobblingQuery.queryKey, scrobbling)
      onDone()
    },
  })
}

/** The services that are told what the user hears. */
export function ScrobblingRows() {
  const { data } = useQuery(scrobblingQuery)
  if (!data) return <SettingsRow title="ListenBrainz" />
  const { listenbrainz, lastfm } = data
  return (
    <>
      <ListenBrainzRow connection={listenbrainz.connection} />
      {(lastfm.authorizeUrl || lastfm.connection) && (
        <LastfmRow connection={lastfm.connection} authorizeUrl={lastfm.authorizeUrl} />
      )}
    </>
  )
}

function ListenBrainzRow({ connection }: { connection: ScrobblingConnection | null }) {
  return (
    <EditableRow
      title="ListenBrainz"
      value={!connection && 'Not connected'}
      text="Tracks that you hear are added to your listens there, also those of music apps. Private tracks are not."
      open={connection ? 'Change token' : 'Connect ListenBrainz'}
      form={(close) => <ListenBrainzForm connection={connection} onClose={close} />}
    >
      {connection && (
        <ConnectionState service="listenbrainz" name="ListenBrainz" connection={connection} />
      )}
    </EditableRow>
  )
}

function ListenBrainzForm({
  connection,
  onClose,
}: {
  connection: ScrobblingConnection | null
  onClose: () => void
}) {
  const [token, setToken] = useState('')
  const [url, setUrl] = useState(connection?.url ?? defaultListenBrainzUrl)
  const connect = useConnect('listenbrainz', onClose)
  const rejection = rejectionOf(connect.error)
  const field = /address/i.test(rejection ?? '') ? 'address' : 'token'
  return (
    <SettingsForm
      submit="Connect"
      pendingText="Connecting..."
      isPending={connect.isPending}
      onSubmit={() => connect.mutate({ token, url: url.trim() || defaultListenBrainzUrl })}
      onCancel={onClose}
    >
      <TextField
        label="User token"
        autoComplete="off"
        hint="It is on the settings page of ListenBrainz."
        value={token}
        error={field === 'token' ? rejection : undefined}
        onChange={({ target }) => setToken(target.value)}
      />
      <TextField
        label="Server address"
        type="url"
        autoComplete="off"
        hint="Another one for a compatible server."
        value={url}
        error={field === 'address' ? rejection : undefined}
        onChange={({ target }) => setUrl(target.value)}
      />
      <SignInAgain error={connect.error} section="scrobbling" />
    </SettingsForm>
  )
}

const startedKey = 'lastfm-sign-in'
/** Milliseconds within which Last.fm has to send the user back. */
const maxSignIn = 60 * 60_000

type LastfmProps = { connection: ScrobblingConnection | null; authorizeUrl: string | null }

/** Last.fm asks the user there, and sends them back with a token. */
function LastfmRow({ connection, authorizeUrl }: LastfmProps) {
  const { mutate, error } = useConnect('lastfm')
  const isHandled = useRef(false)
  useEffect(() => {
    const url = new URL(location.href)
    const token = url.searchParams.get('token')
    const startedAt = Number(safeSessionStorage.get(startedKey))
    if (!token || isHandled.current) return
    isHandled.current = true
    url.searchParams.delete('token')
    history.replaceState(history.state, '', url)
    safeSessionStorage.set(startedKey, null)
    // A link of somebody else would connect their account.
    if (Date.now() - startedAt < maxSignIn) mutate({ token })
  }, [mutate])
  return (
    <SettingsRow
      title="Last.fm"
      value={!connection && 'Not connected'}
      text="Tracks that you hear are scrobbled there, also those of music apps. Private tracks are not."
      control={
        authorizeUrl && (
          <Button
            onClick={() => {
              safeSessionStorage.set(startedKey, String(Date.now()))
              location.assign(authorizeUrl)
            }}
          >
            {connection ? 'Connect again' : 'Connect Last.fm'}
          </Button>
        )
      }
    >
      {error && <Problem>{rejectionOf(error) ?? 'Last.fm could not be connected.'}</Problem>}
      <SignInAgain error={error} section="scrobbling" />
      {connection && <ConnectionState service="lastfm" name="Last.fm" connection={connection} />}
    </SettingsRow>
  )
}

type ConnectionProps = {
  service: ScrobblingService
  name: string
  connection: ScrobblingConnection
}

function ConnectionState({ service, name, connection }: ConnectionProps) {
  const queryClient = useQueryClient()
  const disconnect = useMutation({
    mutationFn: () => request(routes.disconnectScrobbling, { params: { service } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: scrobblingQuery.queryKey }),
  })
  const { username, waiting, isRejected, isUnreadable } = connection
  const reason = isUnreadable
    ? `The secret of this site has changed, so that it cannot read the token for ${name} any more.`
    : isRejected && `${name} no longer accepts the token.`
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">Connected as {username}</p>
        {waiting > 0 && (
          <p className="text-sm text-muted">
            {waiting === 1 ? '1 listen is' : `${waiting} listens are`} waiting to be sent.
          </p>
        )}
        {reason && <Problem>{reason} Connect it again to send what waits.</Problem>}
      </div>
      <Button
        size="small"
        tone="outline"
        isPending={disconnect.isPending}
        aria-label={`Disconnect ${name}`}
        onClick={() => disconnect.mutate()}
      >
        Disconnect
      </Button>
    </div>
  )
}

const Problem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="text-sm text-danger-text">
    {children}
  </p>
)
