import type { SendOutgoing } from '#server/platform/http/outgoing.ts'
import type { Login, Outcome, ServiceClient, SubmittedListen } from './services.ts'

type Options = { send: SendOutgoing; brandName: string; version: string }

/** ListenBrainz, and servers that speak its protocol: https://listenbrainz.readthedocs.io */
export function createListenBrainz({ send, brandName, version }: Options): ServiceClient {
  const urlOf = (login: Login, path: string) => `${login.url.replace(/\/+$/, '')}/1/${path}`
  const headersOf = ({ token }: Login) => ({
    authorization: `Token ${token}`,
    'content-type': 'application/json',
  })
  const client = { media_player: brandName, submission_client: 'Soundpost' }
  const metadataOf = (listen: SubmittedListen) => ({
    artist_name: listen.artist,
    track_name: listen.title,
    ...(listen.album !== null && { release_name: listen.album }),
    additional_info: {
      ...{ ...client, submission_client_version: version, origin_url: listen.url },
      ...(listen.duration !== null && { duration_ms: Math.round(listen.duration * 1000) }),
      ...(listen.isrc !== null && { isrc: listen.isrc }),
    },
  })

  async function post(login: Login, listenType: string, payload: object[]): Promise<Outcome> {
    const body = JSON.stringify({ listen_type: listenType, payload })
    const url = urlOf(login, 'submit-listens')
    const { status, headers } = await send(url, { method: 'POST', headers: headersOf(login), body })
    if (status < 300) return 'sent'
    if (status === 401 || status === 403) return 'rejected'
    if (status === 400) return 'invalid'
    const wait = Number(headers['x-ratelimit-reset-in'] ?? headers['retry-after'])
    return { wait: Number.isFinite(wait) ? wait : 0 }
  }

  return {
    async verify(login) {
      const { status, body } = await send(urlOf(login, 'validate-token'), {
        headers: headersOf(login),
      })
      if (status === 401) return undefined
      if (status >= 300) throw new Error(`The service responded with ${status}.`)
      const { valid, user_name: username } = JSON.parse(body.toString('utf8'))
      return valid === true ? { username: String(username ?? ''), token: login.token } : undefined
    },
    submit: (login, listens) =>
      post(
        login,
        listens.length === 1 ? 'single' : 'import',
        listens.map((listen) => ({
          listened_at: Math.floor(listen.listenedAt.getTime() / 1000),
          track_metadata: metadataOf(listen),
        })),
      ),
    announce: (login, playing) =>
      post(login, 'playing_now', [{ track_metadata: metadataOf(playing) }]),
  }
}
