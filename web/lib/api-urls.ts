import type { SignInReason } from '#contract/auth.ts'
import { urlFor } from '#contract/client.ts'
import { type ImageWidth, imageWidths } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'

/** URLs of API routes that the browser opens itself: images, audio, sign-in and sign-out. */

type WithArtwork = { id: string; artworkUrl: string | null }
type WithAudio = { id: string; audioUrl: string }
type WithAvatar = { id: string; profileImageUrl: string | null }
type WithCover = { id: string; coverUrl: string | null }

/** The file name changes with every upload, so the browser can cache the URL forever. */
const version = (objectPath: string | null) => objectPath?.split('/').at(-1)

export const imageSrcSet = (url: (width: ImageWidth) => string) =>
  imageWidths.map((width) => `${url(width)} ${width}w`).join(', ')

export const artworkUrl = ({ id, artworkUrl }: WithArtwork, w: ImageWidth) =>
  urlFor(routes.getTrackArtwork, { params: { id }, query: { w, v: version(artworkUrl) } })
export const artworkSrcSet = (track: WithArtwork) =>
  imageSrcSet((width) => artworkUrl(track, width))

export const coverUrl = ({ id, coverUrl }: WithCover, w: ImageWidth) =>
  urlFor(routes.getPlaylistCover, { params: { id }, query: { w, v: version(coverUrl) } })
export const coverSrcSet = (playlist: WithCover) =>
  imageSrcSet((width) => coverUrl(playlist, width))

/** Users without a profile image get a generated one. */
export const avatarUrl = ({ id, profileImageUrl }: WithAvatar, w: ImageWidth) =>
  urlFor(routes.getUserAvatar, {
    params: { id },
    query: { w, v: profileImageUrl?.split('?v=')[1] },
  })

export const audioUrl = ({ id, audioUrl }: WithAudio, format = 'original') =>
  urlFor(routes.getTrackAudio, {
    params: { id },
    // Without the default: browsers may have the original cached under this URL.
    query: { v: version(audioUrl), ...(format !== 'original' && { format }) },
  })

export const versionAudioUrl = (id: string, versionId: string) =>
  urlFor(routes.getVersionAudio, { params: { id, versionId } })

export const releaseDownloadUrl = (id: string) =>
  urlFor(routes.downloadPlaylist, { params: { id } })
export const trackDownloadUrl = (id: string) => urlFor(routes.downloadTrack, { params: { id } })

/** Why a visitor should sign in, and the id of the user, track or playlist that it is about. */
export type SignInCause = { reason: SignInReason; subject: string }

type LoginOptions = Partial<SignInCause> & { prompt?: 'login' }

/** Signs in and returns to the given path. With `prompt`, users who are signed in sign in again. */
export const loginUrl = (returnTo: string, { reason, subject, prompt }: LoginOptions = {}) =>
  urlFor(routes.login, { query: { returnTo, reason, subject, prompt } })
/** Creates an account and returns to the given path. */
export const registerUrl = (returnTo: string) =>
  urlFor(routes.login, { query: { returnTo, prompt: 'create' } })
export const logoutUrl = urlFor(routes.logout)
