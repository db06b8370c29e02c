import type { Jobs, Queue, QueueStatus } from '#server/platform/jobs/jobs.ts'
import { composeMail, type Message } from './compose.ts'
import type { Transport } from './transport.ts'

/**
 * A mail to be sent. It names whom it is for and never holds a secret: links are created when the mail is sent.
 * `accountId` is null if there is no recipient, so that callers cannot tell the difference.
 */
export type MailJob = {
  kind: string
  accountId?: string | null
  userId?: string
  /** The decision of a moderator that the mail is about. */
  decisionId?: string
  /** Why a moderator suspended the account. */
  reason?: string
  /** An address that its owner no longer has here. */
  to?: string
}

/** Returns what the mail says; undefined if it is no longer to be sent. */
type Compose = (job: MailJob) => Promise<Message | undefined>

export type Mailer = {
  /** How mails of a kind are written, at the time when they are sent. */
  register(kind: string, compose: Compose): void
  /** Adds a job. The mail server may be down. */
  enqueue(job: MailJob): Promise<void>
  /** For administrators. */
  status(): Promise<QueueStatus>
}

type Options = {
  jobs: Promise<Jobs>
  transport: Transport
  site: { brandName: string; publicUrl: string }
  /** Seconds to the first retry, at most twice as many. */
  retryDelay?: number
}

const day = 24 * 60 * 60

export function createMailer({ jobs, transport, site, retryDelay = 10 }: Options): Mailer {
  const kinds = new Map<string, Compose>()

  async function run(job: MailJob): Promise<void> {
    const compose = kinds.get(job.kind)
    // Not registered yet, or of another version: retried.
    if (!compose) throw new Error(`Mails of the kind ${job.kind} are unknown here.`)
    const message = await compose(job)
    if (!message) return
    await transport.send(composeMail(message, site))
  }

  const queue: Promise<Queue<MailJob>> = jobs.then((opened) =>
    opened.openQueue<MailJob>({
      name: 'send-mail',
      run,
      retryDelay,
      maxRetryDelay: 60 * 60,
      retryFor: day,
    }),
  )
  // Reported by the call that needs it.
  queue.catch(() => {})
  return {
    register: (kind, compose) => void kinds.set(kind, compose),
    enqueue: async (job) => (await queue).add(job),
    status: async () => (await queue).status(),
  }
}
