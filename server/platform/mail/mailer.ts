import type { SiteInfo } from '#server/config.ts'
import type { Jobs, Queue, QueueStatus } from '#server/platform/jobs/jobs.ts'
import { composeMail, type Message } from './compose.ts'
import type { Transport } from './transport.ts'

/**
 * A mail to be sent, of a union that the modules define. It names whom it is for and never holds a secret: links are
 * created when the mail is sent.
 */
type MailJob = { kind: string }

/** How mails of each kind are composed when they are sent; undefined for one that need not be sent any more. */
export type Composers<Job extends MailJob> = {
  [Kind in Job['kind']]: (job: Job & { kind: Kind }) => Promise<Message | undefined>
}

export type Mailer<Job extends MailJob> = {
  register(composers: Partial<Composers<Job>>): void
  /** Adds a job that sends the mail, also while the mail server is down. */
  enqueue(job: Job): Promise<void>
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

export function createMailer<Job extends MailJob>({
  jobs,
  transport,
  site,
  retryDelay = 10,
}: Options): Mailer<Job> {
  const composers: Partial<Record<string, (job: never) => Promise<Message | undefined>>> = {}

  async function run(job: Job): Promise<void> {
    const compose = composers[job.kind]
    // The kind is not registered yet, or is of another version: the job is retried.
    if (!compose) throw new Error(`Mails of the kind ${job.kind} are unknown here.`)
    const message = await compose(job as never)
    if (!message) return
    await transport.send(composeMail(message, site))
  }

  const queue: Promise<Queue<Job>> = jobs.then((opened) =>
    opened.openQueue<Job>({
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
    register: (more) => void Object.assign(composers, more),
    enqueue: async (job) => (await queue).add(job),
    status: async () => (await queue).status(),
  }
}
