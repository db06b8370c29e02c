import { createHash } from 'node:crypto'
import type { SendOutgoing } from '#server/platform/http/outgoing.ts'
import type { Login, Outcome, ServiceClient, SubmittedListen } from './services.ts'

/** The host's key, and where the API is. */
export type LastfmConfig = { apiKey: string; secret: string; url: string }

/**
 * Of https://www.last.fm/api/errorcodes. All others may pass: an outage, the rate limit, or a key that the host corrects.
 */
const rejected = [4, 9]
const invalid = [6, 7]
const wrongToken = [4, 14, 15]

/** Where users allow it, and are sent back with a token. */
export function lastfmAuthorizeUrl({ apiKey, url }: LastfmConfig, callback: string): string {
  const { hostname, origin } = new URL(url)
  const site = hostname === 'ws.audioscrobbler.com' ? 'https://www.last.fm' : origin
  return `${site}/api/auth/?${new URLSearchParams({ api_key: apiKey, cb: callback })}`
}

type Reply = { error?: number; session?: { name: string; key: string } }

/** Last.fm: https://www.last.fm/api/scrobbling */
export function createLastfm(send: SendOutgoing, { apiKey, secret }: LastfmConfig): ServiceClient {
  /** A call is signed with the MD5 of its sorted parameters and the secret. */
  async function call(url: string, parameters: Record<string, string>): Promise<Reply> {
    const all = { ...parameters, api_key: apiKey }
    const signed = Object.entries(all)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flat()
    const signature = createHash('md5')
      .update(`${signed.join('')}${secret}`)
      .digest('hex')
    const body = new URLSearchParams({ ...all, api_sig: signature, format: 'json' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await send(url, { method: 'POST', headers, body })
    const reply = JSON.parse(response.body.toString('utf8')) as Reply
    if (response.status >= 300 && reply.error === undefined)
      throw new Error(`Last.fm responded with ${response.status}.`)
    return reply
  }

  async function submit(login: Login, method: string, parameters: Record<string, string>) {
    const { error } = await call(login.url, { method, sk: login.token, ...parameters })
    return outcomeOf(error)
  }

  return {
    async verify({ url, token }) {
      const { error, session } = await call(url, { method: 'auth.getSession', token })
      if (session) return { username: session.name, token: session.key }
      if (error !== undefined && wrongToken.includes(error)) return undefined
      throw new Error(`Last.fm responded with the error ${error}.`)
    },
    submit: (login, listens) =>
      submit(
        login,
        'track.scrobble',
        Object.assign({}, ...listens.map((listen, i) => describe(listen, `[${i}]`))),
      ),
    announce(login, playing) {
      const { timestamp: _timestamp, ...parameters } = describe(playing, '')
      return submit(login, 'track.updateNowPlaying', parameters)
    },
  }
}

function outcomeOf(error: number | undefined): Outcome {
  if (error === undefined) return 'sent'
  if (rejected.includes(error)) return 'rejected'
  return invalid.includes(error) ? 'invalid' : { wait: 0 }
}

const describe = (listen: SubmittedListen, index: string): Record<string, string> => ({
  [`artist${index}`]: listen.artist,
  [`track${index}`]: listen.title,
  [`timestamp${index}`]: String(Math.floor(listen.listenedAt.getTime() / 1000)),
  ...(listen.album !== null && { [`album${index}`]: listen.album }),
  ...(listen.duration !== null && { [`duration${index}`]: String(Math.round(listen.duration)) }),
})
