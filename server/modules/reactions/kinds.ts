import { isReleaseType } from '#contract/playlist-types.ts'
import { conflict, type HttpError, notFound } from '#server/errors.ts'
import type { Notice } from '#server/modules/notifications/service.ts'
import { ifBlocked, ifBlocking, type Refusals } from './blocks.ts'
import type { Item, StoredKind, Target } from './repository.ts'

type Told = { id: string; userId: string; actorId: string }

export const resources: Record<Target, string> = {
  user: 'User',
  track: 'Track',
  playlist: 'Playlist',
}

type Rule = {
  target: Target
  /** Told to those to whom the item belongs; without it they may react to it. */
  own?: string
  /** Why nobody can react to the item. */
  check?(item: Item): HttpError | undefined
  refusals: Refusals
  /** What the owner is told. */
  notice?(told: Told): Notice
  /** This other reaction ends, in both directions. */
  ends?: StoredKind
}

/** A repost of anything else stays, and is shown when it is again so. */
export const isRepostable = ({ privacy, type }: Item) =>
  privacy === 'public' && (type === null || isReleaseType(type))

const repost = {
  own: 'What is yours is on your profile already',
  check: (item: Item) =>
    isRepostable(item) ? undefined : conflict('Only public tracks and releases can be reposted.'),
  refusals: [ifBlocked('repost this'), ifBlocking('repost this')],
}

/** What each reaction asks and tells; the repository says where it is stored. Pins are a list, which is set as a whole. */
export const kinds = {
  like: {
    target: 'track',
    refusals: [ifBlocked('like this track')],
    notice: ({ id, ...who }) => ({ kind: 'like', trackId: id, ...who }),
  },
  follow: {
    target: 'user',
    own: 'You cannot follow yourself',
    check: ({ privacy }) => (privacy === 'public' ? undefined : notFound('User')),
    refusals: [ifBlocking('follow them'), ifBlocked('follow this user')],
    notice: ({ id: _id, ...who }) => ({ kind: 'follow', ...who }),
  },
  trackRepost: {
    ...repost,
    target: 'track',
    notice: ({ id, ...who }) => ({ kind: 'repost', trackId: id, ...who }),
  },
  playlistRepost: {
    ...repost,
    target: 'playlist',
    notice: ({ id, ...who }) => ({ kind: 'repost', playlistId: id, ...who }),
  },
  save: {
    target: 'playlist',
    own: 'Your own playlists are in your library already',
    refusals: [],
    notice: ({ id, ...who }) => ({ kind: 'save', playlistId: id, ...who }),
  },
  /** Likes stay: withdrawing them would tell the blocked user. */
  block: { target: 'user', own: 'You cannot block yourself', refusals: [], ends: 'follow' },
} as const satisfies Record<StoredKind | 'like', Rule>

export const ruleOf = (kind: StoredKind): Rule => kinds[kind]
