import type { ScrobblingService } from '#contract/scrobbling-services.ts'

/** What a service did with a call. `wait` are the seconds that it asked for. */
export type Outcome = 'sent' | 'rejected' | 'invalid' | { wait: number }

export type SubmittedListen = {
  artist: string
  title: string
  album: string | null
  /** Seconds. */
  duration: number | null
  isrc: string | null
  /** The page of the track. */
  url: string
  listenedAt: Date
}
export type Login = { url: string; token: string }

/** A service that keeps track of listens. A call that gets no response throws. */
export type ServiceClient = {
  /** Who the user is there, and the token to keep; undefined if the token is wrong. */
  verify(login: Login): Promise<{ username: string; token: string } | undefined>
  submit(login: Login, listens: readonly SubmittedListen[]): Promise<Outcome>
  announce(login: Login, playing: SubmittedListen): Promise<Outcome>
}
export type ServiceClients = Partial<Record<ScrobblingService, ServiceClient>>

/** Listens per call, of both services. */
export const batchSize = 50
