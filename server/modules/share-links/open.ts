import { deadLink } from '#contract/dead-link.ts'
import { HttpError } from '#server/errors.ts'
import { createListenerCookie, listenerTokenOf } from '#server/modules/listening/listener.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { hashToken } from '#server/platform/secrets/secrets.ts'
import type { LinkHolder, Viewer } from '#server/viewer.ts'
import { type FoundLink, findByToken, hasBegun, startListen, touchLink } from './repository.ts'

/** The request of a page or file below a link. */
type Visit = {
  params: { token: string; trackId?: string }
  viewer: Viewer | undefined
  request: { ip: string; cookies: Record<string, string | undefined> }
  reply: { header(name: string, value: string): unknown; getHeader(name: string): unknown }
}

/** A link that is valid for this visit. */
export type OpenLink = FoundLink & {
  holder: LinkHolder
  /** The browser of the visit, as listens and notes name it. */
  browser: string
  /** The owner tries the link: that costs no listen. */
  isOwner: boolean
}

export type ShareLinks = ReturnType<typeof createShareLinks>

/** Per client subnet: wrong tokens, and those of links that are no longer valid. */
const guessQuota = { max: 200, windowSeconds: 10 * 60 }

/** Opens links for the modules that send what they share. Nothing but the token decides. */
export function createShareLinks({
  db,
  limiter,
  publicUrl,
}: {
  db: Db
  limiter: RateLimiter
  publicUrl: string
}) {
  const guesses = limiter.quota('share-link-guesses', guessQuota)
  const ensureCookie = createListenerCookie(publicUrl)

  async function find(visit: Visit, browserToken: string): Promise<OpenLink> {
    const { params, request, reply, viewer } = visit
    const { token, trackId } = params
    const others = reply.getHeader('x-robots-tag')
    reply.header('x-robots-tag', others ? `noindex, ${others}` : 'noindex')
    reply.header('referrer-policy', 'no-referrer')
    if (trackId !== undefined && !isUuid(trackId)) throw invalidLink()
    guesses.consume(request.ip)
    const tokenHash = hashToken(token)
    const browser = hashToken(`${tokenHash} ${browserToken}`)
    const link = await findByToken(db, { tokenHash, browser, ...(trackId && { trackId }) })
    if (!link) throw invalidLink()
    guesses.refund(request.ip)
    const { playlistId, sharedTracks, allowDownload: mayDownload } = link
    if (trackId !== undefined && !sharedTracks.includes(trackId)) throw invalidLink()
    const sharedIds = playlistId === null ? sharedTracks : [playlistId, ...sharedTracks]
    const holder = { id: null, isAdmin: false, sharedIds, mayDownload } as const
    return { ...link, holder, browser, isOwner: viewer?.id === link.userId }
  }

  function assertUsable({ isExpired, isUsedUp, hasBegun, isOwner }: OpenLink) {
    if (isExpired || (isUsedUp && !hasBegun && !isOwner)) throw invalidLink()
  }

  /** Without a cookie for the browser: images are requested at the same time, and each would set another one. */
  async function open(visit: Visit): Promise<OpenLink> {
    const link = await find(visit, listenerTokenOf(visit.request.cookies) ?? '')
    assertUsable(link)
    return link
  }

  return {
    open,
    /** For what belongs to the browser: its notes, and the listen that it may have begun. */
    async openInBrowser(visit: Visit): Promise<OpenLink> {
      const link = await find(visit, ensureCookie(visit.request, visit.reply))
      assertUsable(link)
      return link
    },
    /** For sound. Whoever has begun may finish, also after the link has expired. */
    async openForSound(visit: Visit): Promise<OpenLink> {
      const link = await find(visit, ensureCookie(visit.request, visit.reply))
      if (!link.hasBegun) assertUsable(link)
      return link
    },
    /** Call it before sound is sent: it throws once the listens of the link are used up. */
    async listen({ id, browser, isOwner, hasBegun: isKnown }: OpenLink): Promise<void> {
      if (isOwner) return
      if (isKnown) return touchLink(db, id)
      // A request of the same browser may have started it meanwhile.
      if (!(await startListen(db, id, browser)) && !(await hasBegun(db, id, browser)))
        throw invalidLink()
    },
  }
}

export const invalidLink = () => new HttpError(404, deadLink)
