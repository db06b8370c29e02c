import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Scrobbling } from '#contract/scrobbling.ts'
import { defaultListenBrainzUrl, type ScrobblingService } from '#contract/scrobbling-services.ts'
import type { Track } from '#contract/tracks.ts'
import { badRequest, notFound } from '#server/errors.ts'
import { getVisibleTracksByIds } from '#server/modules/tracks/service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { decrypt, encrypt } from '#server/platform/secrets/encryption.ts'
import { deriveKey } from '#server/platform/secrets/secrets.ts'
import type { Viewer } from '#server/viewer.ts'
import { presentScrobbling } from './presenter.ts'
import {
  type AccountRow,
  claimAccount,
  deleteAccount,
  deleteScrobbles,
  endLaneTurn,
  insertScrobbles,
  type Lane,
  listAccounts,
  listScrobbles,
  lockAccounts,
  markRejected,
  saveAccount,
  setPlaying,
  updateAfterFailure,
  updateAfterSuccess,
} from './repository.ts'
import { batchSize, type Outcome, type ServiceClients, type SubmittedListen } from './services.ts'

type Deps = {
  db: Db
  clients: ServiceClients
  publicUrl: string
  sessionSecret: string
  lastfm: { url: string; authorizeUrl: string } | undefined
  wake(): void
}

const firstRetrySeconds = 15
const maxRetrySeconds = 60 * 60
const maxAgeMs = 14 * 24 * 60 * 60 * 1000
/** A track that began longer ago is not announced any more. */
const maxPlayingMs = 2 * 60_000

export type Scrobbler = ReturnType<typeof createScrobbler>

/** Sends listens to services of users. Tokens are encrypted with a key of SESSION_SECRET. */
export function createScrobbler({ db, clients, publicUrl, sessionSecret, ...deps }: Deps) {
  const key = deriveKey(sessionSecret, 'scrobbling')
  const contextOf = ({ userId, service }: Pick<AccountRow, 'userId' | 'service'>) =>
    `${service} ${userId}`

  const readToken = (account: AccountRow) =>
    decrypt(key, account.encryptedToken, contextOf(account))

  const describe = (track: Track, listenedAt: Date): SubmittedListen => ({
    artist: track.artist || displayName(track.user),
    title: track.title,
    album: track.release?.title ?? null,
    duration: track.duration,
    isrc: track.isrc,
    url: publicUrl + paths.track(track),
    listenedAt,
  })

  /** What is public or unlisted now, whatever it was when it was heard. */
  async function describeAll(userId: string, listens: { trackId: string; listenedAt: Date }[]) {
    const viewer = { id: userId, isAdmin: false }
    const ids = [...new Set(listens.map(({ trackId }) => trackId))]
    const tracks = await getVisibleTracksByIds(db, ids, viewer)
    const shown = new Map(
      tracks.filter(({ privacy }) => privacy !== 'private').map((track) => [track.id, track]),
    )
    return listens.flatMap(({ trackId, listenedAt }) => {
      const track = shown.get(trackId)
      return track ? [describe(track, listenedAt)] : []
    })
  }

  async function send(account: AccountRow): Promise<Outcome> {
    const { userId, service, url, playingTrackId, playingAt } = account
    const token = readToken(account)
    const client = clients[service]
    if (!client) return { wait: maxRetrySeconds }
    if (token === undefined) return 'rejected'
    if (playingTrackId && playingAt && Date.now() - playingAt.getTime() < maxPlayingMs) {
      const listen = { trackId: playingTrackId, listenedAt: playingAt }
      const [playing] = await describeAll(userId, [listen])
      const outcome = playing ? await client.announce({ url, token }, playing) : 'sent'
      if (outcome === 'sent' || outcome === 'invalid') await finish(account, [])
      return outcome
    }
    const waiting = await listScrobbles(db, account, batchSize)
    const listens = await describeAll(userId, waiting)
    const outcome = listens.length > 0 ? await client.submit({ url, token }, listens) : 'sent'
    // What the service calls invalid will be so the next time too.
    if (outcome === 'sent' || outcome === 'invalid') await finish(account, waiting)
    return outcome
  }

  const finish = (account: AccountRow, sent: Awaited<ReturnType<typeof listScrobbles>>) =>
    db.transaction(async (tx) => {
      await lockAccounts(tx, account.userId)
      await deleteScrobbles(tx, account, sent)
      await updateAfterSuccess(tx, account)
    })

  return {
    /** Sends what is next. False if nothing waits, or if another server sends. */
    async sendNext(lane: Lane): Promise<boolean> {
      const account = await claimAccount(db, lane)
      if (!account) return false
      // A service that does not respond is asked again later, for as long as the listens are kept.
      const outcome = await send(account).catch((): Outcome => ({ wait: 0 }))
      await endLaneTurn(db, lane)
      if (outcome === 'rejected') await markRejected(db, account)
      else if (typeof outcome === 'object') {
        const growing = firstRetrySeconds * 2 ** Math.min(account.attempts, 10)
        const seconds = Math.max(outcome.wait, Math.min(growing, maxRetrySeconds))
        await updateAfterFailure(db, account, Math.min(seconds, maxRetrySeconds))
      }
      return true
    },

    async get(userId: string): Promise<Scrobbling> {
      const rows = (await listAccounts(db, userId)).map((row) => {
        return { ...row, isReadable: readToken(row.account) !== undefined }
      })
      return presentScrobbling(rows, deps.lastfm?.authorizeUrl ?? null)
    },

    async connect(
      userId: string,
      service: ScrobblingService,
      login: { token: string; url?: string | undefined },
    ) {
      const client = clients[service]
      const url = service === 'lastfm' ? deps.lastfm?.url : (login.url ?? defaultListenBrainzUrl)
      if (!client || !url) throw notFound('Service')
      const found = await client.verify({ url, token: login.token }).catch(() => {
        throw badRequest('The service could not be reached at this address.')
      })
      if (!found) throw badRequest('The service does not accept this token.')
      const encryptedToken = encrypt(key, found.token, contextOf({ userId, service }))
      await db.transaction(async (tx) => {
        await assertUserExistsLocked(tx, userId)
        await saveAccount(tx, { userId, service, url, username: found.username, encryptedToken })
      })
      deps.wake()
      return this.get(userId)
    },

    disconnect: (userId: string, service: ScrobblingService) =>
      deleteAccount(db, { userId, service }),

    /** A listen that began at this time. */
    async add({ id: userId }: Viewer, trackId: string, listenedAt: Date): Promise<void> {
      const age = Date.now() - listenedAt.getTime()
      if (age > maxAgeMs) return
      const at = new Date(Math.min(listenedAt.getTime(), Date.now()))
      const isAdded = await db.transaction(async (tx) => {
        if ((await lockAccounts(tx, userId)).length === 0) return false
        await insertScrobbles(tx, { userId, trackId, listenedAt: at })
        return true
      })
      if (isAdded) deps.wake()
    },

    /** The track plays now. */
    async announce({ id: userId }: Viewer, trackId: string): Promise<void> {
      await setPlaying(db, userId, trackId)
      deps.wake()
    },
  }
}
