import { useQuery } from '@tanstack/react-query'
import { identityProviderQuery, mailStatusQuery } from '#web/api/admin.ts'
import { formatDateTime, pluralize } from '#web/lib/format.ts'
import { Toolbar } from './toolbar.tsx'

export function SettingsTab() {
  return (
    <>
      <Toolbar title="Platform Settings" />
      <p className="rounded-panel border border-line bg-surface px-5 py-14 text-center text-muted">
        Settings functionality coming soon
      </p>
      <IdentityProviderStatus />
      <Mail />
    </>
  )
}

/** Only for an external provider: the built-in one has no settings that can be wrong. */
function IdentityProviderStatus() {
  const { data } = useQuery(identityProviderQuery)
  if (!data?.issuer) return null
  const { issuer, problems, lastFailure } = data
  return (
    <section aria-labelledby="identity-provider" className="mt-7">
      <h3 id="identity-provider" className="font-display text-xl font-bold">
        Identity provider
      </h3>
      <p className="mt-1.5 break-words text-muted">{issuer}</p>
      {problems.length === 0 ? (
        <p className="mt-3">No problems found.</p>
      ) : (
        <ul className="mt-3 flex flex-col gap-3">
          {problems.map((problem) => (
            <li key={problem} className="break-words text-danger-text">
              {problem}
            </li>
          ))}
        </ul>
      )}
      {lastFailure && !problems.includes(lastFailure.message) && (
        <p className="mt-3 break-words text-muted">
          Last failed sign-in, {formatDateTime(lastFailure.at)}: {lastFailure.message}
        </p>
      )}
    </section>
  )
}

/** Only while mails cannot be sent. */
function Mail() {
  const { data } = useQuery(mailStatusQuery)
  if (!data?.lastFailure) return null
  const { waiting, lastFailure } = data
  return (
    <section aria-labelledby="mail" className="mt-7">
      <h3 id="mail" className="font-display text-xl font-bold">
        Mail
      </h3>
      <p className="mt-3 break-words text-danger-text">
        Mail could not be sent, {formatDateTime(lastFailure.at)}: {lastFailure.message}
      </p>
      <p className="mt-1.5 text-muted">{pluralize(waiting, 'mail')} will be tried again.</p>
    </section>
  )
}
