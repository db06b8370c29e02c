import { openStreams } from '#server/platform/metrics/metrics.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { findActiveLinks, findActiveUsers } from './repository.ts'

type Stream = {
  /** Undefined for anonymous listeners. */
  listenerId: string | undefined
  uploaderId: string
  /** The share link that it is played through. */
  linkId?: string | undefined
  response: { destroy(): void }
}

export type OpenStreams = {
  /** Returns a function to call once the response is complete. */
  add(stream: Stream): () => void
  stop(): Promise<void>
}

const defaultIntervalMs = 20_000

type Options = { intervalMs?: number | undefined; onFailure: (error: unknown) => void }

/**
 * A request is authorized once, when it starts, and may last as long as the track. This ends the streams of listeners
 * and of uploaders who have been suspended or deleted meanwhile, and those of revoked links. Each server checks its own
 * streams.
 */
export function watchOpenStreams(db: Db, options: Options): OpenStreams {
  const open = new Set<Stream>()

  async function endForbidden() {
    if (open.size === 0) return
    const usersOf = ({ listenerId, uploaderId }: Stream) =>
      listenerId === undefined ? [uploaderId] : [listenerId, uploaderId]
    const checked = [...open]
    const active = await findActiveUsers(db, [...new Set(checked.flatMap(usersOf))])
    const links = await findActiveLinks(db, [
      ...new Set(checked.flatMap(({ linkId }) => linkId ?? [])),
    ])
    const isForbidden = (stream: Stream) =>
      !usersOf(stream).every((id) => active.has(id)) ||
      (stream.linkId !== undefined && !links.has(stream.linkId))
    for (const stream of checked) if (isForbidden(stream)) stream.response.destroy()
  }

  let checking = Promise.resolve()
  const timer = setInterval(() => {
    checking = checking.then(endForbidden).catch(options.onFailure)
  }, options.intervalMs ?? defaultIntervalMs).unref()

  return {
    add(stream) {
      open.add(stream)
      openStreams.inc()
      return () => {
        if (open.delete(stream)) openStreams.dec()
      }
    },
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}
