import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'

export type ReceivedMail = {
  to: string
  /** The recipients in the SMTP envelope. */
  recipients: string[]
  /** The sender there. */
  sender: string
  subject: string
  text: string
  links: string[]
  raw: string
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** A real SMTP server that stores the mails that it receives, refuses them, or does not respond. */
export async function startMailServer() {
  const mails: ReceivedMail[] = []
  let mode: 'accept' | 'refuse' | 'hang' = 'accept'
  let attempts = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom(_address, _session, done) {
      attempts += 1
      if (mode === 'hang') return
      done(mode === 'refuse' ? new Error('450 try again later') : null)
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        const recipients = envelope.rcptTo.map(({ address }) => address)
        const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ ...parseMail(raw), recipients, sender })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    attempts: () => attempts,
    setMode(next: typeof mode) {
      mode = next
    },
    /** The newest mail to this address with this text in its subject. */
    waitFor: (to: string, subject = '', count = 1): Promise<ReceivedMail> =>
      vi.waitFor(
        () => {
          const found = mails.filter((mail) => mail.to === to && mail.subject.includes(subject))
          const mail = found.at(-1)
          if (!mail || found.length < count) throw new Error(`no mail to ${to}`)
          return mail
        },
        { timeout: 30_000, interval: 50 },
      ),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Enough MIME for our own mails: the plain text part, quoted-printable or 7bit. */
function parseMail(raw: string): Omit<ReceivedMail, 'recipients' | 'sender'> {
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\\r?\\n\\s.*)*)`, 'im').exec(raw)?.[1]?.replace(/\r?\n\s/g, ' ') ??
    ''
  const decoded = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const plain = /text\/plain[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(decoded)?.[1] ?? decoded
  return {
    to: header('To').trim(),
    subject: header('Subject'),
    text: plain,
    links: plain.match(/https?:\/\/\S+/g) ?? [],
    raw,
  }
}
