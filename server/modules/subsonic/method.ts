import type { AppUser } from '#server/modules/accounts/app-credentials/service.ts'
import type { ListenClient, Listening } from '#server/modules/listening/service.ts'
import type { Likes } from '#server/modules/reactions/likes.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Parameters } from './parameters.ts'
import { errorCodes, type Payload, SubsonicError } from './protocol.ts'
import type { Loader, Pager } from './service.ts'

export type MethodDeps = {
  db: Db
  store: ObjectStore
  publicUrl: string
  brandName: string
  likes: Likes
  listening: Listening
  assertCanPublish(userId: string): Promise<void>
  page: Pager
}

export type Call = {
  parameters: Parameters
  user: AppUser
  viewer: Viewer
  load: Loader
  client: ListenClient
  /** Counts the request as so many more. Throws if there were too many. */
  charge(calls: number): void
}

export type Method = {
  /** What the envelope contains. */
  handle(call: Call): Promise<Payload>
  /** What it writes: content that others see, or what only the user has, such as the queue. */
  writes?: 'content' | 'own'
}
export type Methods = Record<string, Method>

const methodsThat =
  (write: Pick<Method, 'writes'>) =>
  (handlers: Record<string, Method['handle']>): Methods =>
    Object.fromEntries(
      Object.entries(handlers).map(([name, handle]) => [name, { handle, ...write }]),
    )

export const reads = methodsThat({})
export const writes = methodsThat({ writes: 'content' })
export const ownWrites = methodsThat({ writes: 'own' })

/** `username` names another user in methods for administrators, whom apps never act for. Without it, the user is meant. */
export function assertOwnUsername({ parameters, user }: Pick<Call, 'parameters' | 'user'>): void {
  const username = parameters.get('username') || user.username
  if (username.toLowerCase() !== user.username.toLowerCase())
    throw new SubsonicError(errorCodes.forbidden, 'You can only read what is your own.')
}
