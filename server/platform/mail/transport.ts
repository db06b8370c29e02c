import { createTransport } from 'nodemailer'
import type { MailConfig } from '#server/config.ts'
import type { Mail } from './compose.ts'

/** In milliseconds. */
type Timeouts = {
  /** For each of: the lookup of the host, the connection, the greeting. */
  connect: number
  /**
   * For a response. Some servers examine a mail before they accept it: who does not wait sends it again, and they deliver
   * both. Shorter than a job may take.
   */
  response: number
}
const defaultTimeouts: Timeouts = { connect: 10_000, response: 120_000 }

export type Transport = { send(mail: Mail): Promise<void>; close(): void }

export function createSmtpTransport(
  { smtpUrl, from }: MailConfig,
  { connect, response }: Timeouts = defaultTimeouts,
): Transport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connect,
    greetingTimeout: connect,
    dnsTimeout: connect,
    socketTimeout: response,
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
