import { login, type SignInReason } from '#contract/auth.ts'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import { findPlaylist } from '#server/modules/playlists/service.ts'
import { findTrack } from '#server/modules/tracks/service.ts'
import { findUser } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { SignInContext } from '../pages/forms.ts'
import { safeReturnTo } from './auth-requests.ts'

const maxNameLength = 60

type Request = {
  reason?: SignInReason | undefined
  subject?: string | undefined
  /** A path of this site. */
  returnTo: string
}

/** What a form says about the sign-in that was started with this query. Anyone can make a link with any query. */
export async function describeSignIn(db: Db, params: unknown): Promise<SignInContext> {
  const query = login.query.parse(params)
  const returnTo = safeReturnTo(query.returnTo)
  return {
    purpose: await describePurpose(db, { ...query, returnTo }),
    isOptional: query.reason === 'profile',
    continueTo: pageWithoutAccount(returnTo),
  }
}

/**
 * Why a user is asked to sign in, to be shown after 'Sign in to'. A link only names one of a few reasons and an id:
 * the words are ours, and names come from the database.
 */
async function describePurpose(
  db: Db,
  { reason, subject, returnTo }: Request,
): Promise<string | undefined> {
  const user = async () => (await nameOfUser(db, subject)) ?? 'artists'
  const track = async () => (await titleOfTrack(db, subject)) ?? 'tracks'
  if (reason === 'follow') return `follow ${await user()}`
  if (reason === 'profile') return `see ${await user()}`
  if (reason === 'like') return `like ${await track()}`
  if (reason === 'comment') return `comment on ${await track()}`
  if (reason === 'playlist') return `add ${await track()} to a playlist`
  if (reason === 'save') return `save ${(await titleOfPlaylist(db, subject)) ?? 'playlists'}`
  if (reason === 'repost')
    return `repost ${(await titleOfPlaylist(db, subject)) ?? (await track())}`
  if (reason === 'report') return 'send a report'
  if (reason === 'upload' || pathOf(returnTo) === paths.upload) return 'upload a track'
  if (isWithin(pathOf(returnTo), paths.library)) return 'open your library'
  return undefined
}

/** The page for users who continue without an account: where they were, unless it needs one. */
function pageWithoutAccount(returnTo: string): string {
  const path = pathOf(returnTo)
  const needsAccount =
    [paths.upload, paths.ownProfile, paths.settings].includes(path) ||
    isWithin(path, paths.admin) ||
    isWithin(path, paths.library)
  return needsAccount ? paths.discover : returnTo
}

/** Whether a path is that of the page or of one below it. */
const isWithin = (path: string, page: string) => path === page || path.startsWith(`${page}/`)
const pathOf = (returnTo: string) => returnTo.split(/[?#]/)[0] ?? ''

async function nameOfUser(db: Db, id: string | undefined): Promise<string | undefined> {
  const user = id ? await findUser(db, id, undefined) : undefined
  return user && shorten(displayName(user))
}

/** Undefined unless anonymous callers can view the track. */
async function titleOfTrack(db: Db, id: string | undefined): Promise<string | undefined> {
  const track = id ? await findTrack(db, id, undefined) : undefined
  return track && `"${shorten(track.title)}"`
}

/** The same of a playlist. */
async function titleOfPlaylist(db: Db, id: string | undefined): Promise<string | undefined> {
  const playlist = id ? await findPlaylist(db, id, undefined) : undefined
  return playlist && `"${shorten(playlist.title)}"`
}

function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= maxNameLength) return name
  return `${characters
    .slice(0, maxNameLength - 1)
    .join('')
    .trimEnd()}…`
}
