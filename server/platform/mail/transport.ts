import { createTransport } from 'nodemailer'
import type { MailConfig } from '#server/config.ts'
import type { Mail } from './compose.ts'

/** For each of: the lookup of the host, the connection, the greeting, and a pause in the conversation. */
const defaultTimeoutMs = 10_000

export type Transport = { send(mail: Mail): Promise<void>; close(): void }

export function createSmtpTransport(
  { smtpUrl, from }: MailConfig,
  timeoutMs = defaultTimeoutMs,
): Transport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // Mails have no attachments: nothing is read from files or other servers.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      const headers = { ...mail.headers, 'Auto-Submitted': 'auto-generated' }
      await transport.sendMail({ from, ...mail, headers })
    },
    close: () => transport.close(),
  }
}
