import type { SiteInfo } from '#server/config.ts'
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
  /** The former address of an account, for the mail about the change. */
  to?: string
}

/** Returns the content of the mail; undefined if it need not be sent any more. */
type Compose = (job: MailJob) => Promise<Message | undefined>

export type Mailer = {
  /** Registers how mails of a kind are composed, which happens when they are sent. */
  register(kind: string, compose: Compose): void
  /** Adds a job that sends the mail, also while the mail server is down. */
  enqueue(job: MailJob): Promise<void>
  /** For administrators. */
  status(): Promise<QueueStatus>
}

type Options = {
  jobs: Promise<Jobs>
  transport: Transport
  site: SiteInfo
  /** Seconds to the first retry, at most twice as many. */
  retryDelay?: number
}

const day = 24 * 60 * 60

export function createMailer({ jobs, transport, site, retryDelay = 10 }: Options): Mailer {
  const kinds = new Map<string, Compose>()

  async function run(job: MailJob): Promise<void> {
    const compose = kinds.get(job.kind)
    // The kind is not registered yet, or is of another version: the job is retried.
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
  // A failure is reported by the calls that await the queue.
  queue.catch(() => {})
  return {
    register: (kind, compose) => void kinds.set(kind, compose),
    enqueue: async (job) => (await queue).add(job),
    status: async () => (await queue).status(),
  }
}
