/** Services outside of the site that keep track of what a user listens to. Free of zod, as the browser loads it. */
export const scrobblingServices = ['listenbrainz', 'lastfm'] as const
export type ScrobblingService = (typeof scrobblingServices)[number]
export const defaultListenBrainzUrl = 'https://api.listenbrainz.org'
