import { createHash } from 'node:crypto'
import type { SendOutgoing } from '#server/platform/http/outgoing.ts'
import type { Login, Outcome, ServiceClient, SubmittedListen } from './services.ts'

export const lastfmUrl = 'https://ws.audioscrobbler.com/2.0/'
export type LastfmKeys = { apiKey: string; secret: string }

/** Of https://www.last.fm/api/errorcodes */
const rejected = [4, 9, 14, 15]
const invalid = [6, 7, 13]
const wrongToken = [4, 14, 15]

type Reply = { error?: number; session?: { name: string; key: string } }

/** Last.fm: https://www.last.fm/api/scrobbling */
export function createLastfm(send: SendOutgoing, { apiKey, secret }: LastfmKeys): ServiceClient {
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
    return JSON.parse(response.body.toString('utf8')) as Reply
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
