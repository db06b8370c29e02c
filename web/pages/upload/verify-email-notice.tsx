import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { accountQuery } from '#web/api/account.ts'
import { SendVerificationButton } from '#web/features/account/send-verification-button.tsx'

/** Says before a file is chosen that publishing needs a verified address. Gone once it is verified. */
export function VerifyEmailNotice() {
  const { data: account } = useQuery(accountQuery)
  if (!account?.isVerificationRequired) return null
  return (
    <section
      aria-label="Verify your email"
      className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-4 rounded-panel border border-line-strong bg-surface p-5"
    >
      <div className="flex min-w-0 flex-1 basis-72 gap-3.5">
        <MailWarning
          aria-hidden="true"
          className="size-6 shrink-0 text-primary-text"
          strokeWidth={1.75}
        />
        <div className="min-w-0">
          <p className="font-semibold">Please verify your email first.</p>
          <p className="mt-1 wrap-anywhere text-muted">
            Tracks can be published once you have opened the link that we have sent to{' '}
            {account.pendingEmail ?? account.email}. You can change the address in{' '}
            <Link href={paths.settings} className="text-text underline">
              Settings
            </Link>
            .
          </p>
        </div>
      </div>
      <SendVerificationButton />
    </section>
  )
}
