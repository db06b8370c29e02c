import { limits } from '#contract/limits.ts'
import { HttpError } from '#server/errors.ts'
import {
  getPlayerState,
  getSavingApp,
  savePlayerState,
} from '#server/modules/listening/player-state/service.ts'
import { setReaction } from '#server/modules/reactions/service.ts'
import { assertCanView } from '#server/modules/tracks/policy.ts'
import { getVisibleTracksByIds } from '#server/modules/tracks/service.ts'
import { type Call, type MethodDeps, type Methods, ownWrites, reads, writes } from './method.ts'
import { type ParsedId, parseId } from './parameters.ts'
import { errorCodes, missingParameter, noSuch, type Payload, SubsonicError } from './protocol.ts'

/** Each of them is a transaction of its own, and they go on after the response has timed out. */
const maxIds = 500
/** So many of them count as one request. */
const idsPerCall = 5

function checkCount(ids: string[], { charge }: Call) {
  if (ids.length === 0) throw missingParameter('id')
  if (ids.length > maxIds)
    throw new SubsonicError(errorCodes.generic, `At most ${maxIds} ids in one request.`)
  charge(Math.ceil(ids.length / idsPerCall) - 1)
}

/** Neither beyond what a date can be nor before there were apps. */
const isValid = (time: Date) => time.getTime() > 0

/** A listen counts after half of the track or four minutes. */
const maxNeededSeconds = 4 * 60

export function annotationMethods(deps: MethodDeps): Methods {
  const { db, likes, listening, brandName } = deps

  async function setStar({ kind, id }: ParsedId, isStarred: boolean, { viewer }: Call) {
    if (kind === 'track') await likes.set(id, viewer, isStarred)
    else if (kind === 'loose')
      throw new SubsonicError(errorCodes.generic, 'Follow the artist instead.')
    else await setReaction(db, kind === 'user' ? 'follow' : 'save', id, viewer, isStarred)
  }

  /** What one id names may be gone: the others count all the same. */
  const star = (isStarred: boolean) => async (call: Call) => {
    const texts = ['id', 'albumId', 'artistId'].flatMap(call.parameters.all)
    checkCount(texts, call)
    let failure: unknown
    for (const text of texts) {
      const parsed = parseId(text)
      const setting = parsed ? setStar(parsed, isStarred, call) : Promise.reject(noSuch('Song'))
      await setting.catch((error: unknown) => {
        failure ??= error
      })
    }
    if (failure !== undefined) throw failure
    return {}
  }

  /** Counts by the rules of the site, and enters the history. */
  async function submit(trackId: string, at: Date, { viewer, client }: Call) {
    await assertCanView(db, trackId, viewer)
    await listening.report({
      ...{ trackId, viewer, client },
      play: { source: 'app' },
      history: { secondsAgo: Math.max(0, (Date.now() - at.getTime()) / 1000) },
      scrobble: { startedAt: at },
    })
  }

  const announce = (trackId: string, { viewer, client }: Call) =>
    listening.report({ trackId, viewer, client, nowPlaying: true })

  async function reportPlayback(call: Call): Promise<Payload> {
    const { parameters, viewer } = call
    const trackId = parameters.idOf('mediaId', 'track', 'Song')
    const seconds = parameters.int('positionMs', 0, [0, 1_000_000_000]) / 1000
    const [track] = await getVisibleTracksByIds(db, [trackId], viewer)
    if (!track) throw noSuch('Song')
    const needed = Math.min(maxNeededSeconds, (track.duration ?? 0) / 2)
    const state = parameters.required('state')
    const isHeard = state === 'stopped' && seconds >= needed
    const isIgnored = parameters.flag('ignoreScrobble', false)
    if (isHeard && !isIgnored) await submit(trackId, new Date(Date.now() - seconds * 1000), call)
    if (state === 'starting' && !isIgnored) await announce(trackId, call)
    return {}
  }

  async function scrobble(call: Call): Promise<Payload> {
    const { parameters } = call
    const ids = parameters.ids('id', 'track', 'Song')
    checkCount(ids, call)
    const times = parameters.all('time').map(Number)
    if (!parameters.flag('submission', true)) {
      for (const id of ids.slice(0, 1)) {
        await assertCanView(db, id, call.viewer)
        await announce(id, call)
      }
      return {}
    }
    for (const [index, id] of ids.entries()) {
      const time = new Date(times[index] || Number.NaN)
      await submit(id, isValid(time) ? time : new Date(), call)
    }
    return {}
  }

  return {
    ...writes({ star: star(true), unstar: star(false) }),
    ...reads({
      async setRating({ parameters }) {
        parameters.id('id', 'Song')
        if (!/^[0-5]$/.test(parameters.required('rating')))
          throw new SubsonicError(errorCodes.generic, 'The rating must be 0 to 5.')
        return {}
      },
      getPlayQueue: async (call) => {
        const { queue, current } = await readQueue(deps, call)
        return { playQueue: { ...queue, ...(current && { current: current['id'] }) } }
      },
      getPlayQueueByIndex: async (call) => {
        const { queue, index } = await readQueue(deps, call)
        return { playQueueByIndex: { ...queue, ...(index >= 0 && { currentIndex: index }) } }
      },
    }),
    ...ownWrites({
      scrobble,
      reportPlayback,
      async savePlayQueue(call) {
        const ids = call.parameters.ids('id', 'track', 'Song')
        const [current] = call.parameters.ids('current', 'track', 'Song')
        return saveQueue(deps, call, {
          ids,
          index: current === undefined ? 0 : ids.indexOf(current),
        })
      },
      async savePlayQueueByIndex(call) {
        const ids = call.parameters.ids('id', 'track', 'Song')
        const index = call.parameters.int('currentIndex', 0, [-1, 1_000_000])
        if (ids.length > 0 && index >= ids.length)
          throw new SubsonicError(errorCodes.missingParameter, 'currentIndex is out of range.')
        return saveQueue(deps, call, { ids, index })
      },
    }),
  }

  /** What plays next comes after the current track, as in the player of the site. */
  async function readQueue({ db }: MethodDeps, { viewer, user, load }: Call) {
    const [state, app] = await Promise.all([
      getPlayerState(db, viewer),
      getSavingApp(db, viewer.id),
    ])
    const { tracks, added, index, position, updatedAt } = state
    const entry = await load.presentSongs([
      ...tracks.slice(0, index + 1),
      ...added,
      ...tracks.slice(index + 1),
    ])
    const queue = {
      position: Math.round(position * 1000),
      username: user.username,
      changed: updatedAt ?? new Date(0).toISOString(),
      changedBy: app ?? brandName,
      entry,
    }
    return { queue, index, current: entry[index] }
  }
}

const attempts = 5
const maxAppName = 100

/** The queue that follows a user across devices. Another device may save at the same time. */
async function saveQueue(
  { db }: MethodDeps,
  { parameters, viewer }: Call,
  { ids, index }: { ids: string[]; index: number },
): Promise<Payload> {
  const current = Math.max(0, index)
  // As the player does: the tracks around the current one.
  const start = Math.max(0, Math.min(current - 100, ids.length - limits.maxSavedQueueTracks))
  const tracks = ids.slice(start, start + limits.maxSavedQueueTracks)
  const position = parameters.int('position', 0, [0, 1_000_000_000]) / 1000
  for (let attempt = 1; ; attempt += 1) {
    const { version, repeat, resume } = await getPlayerState(db, viewer)
    try {
      await savePlayerState(
        db,
        {
          ...{ version, repeat, resume, position, tracks },
          deviceId: null,
          playing: false,
          index: tracks.length > 0 ? current - start : -1,
          added: [],
          original: null,
          source: null,
          app: parameters.get('c')?.slice(0, maxAppName),
        },
        viewer,
      )
      return {}
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 409 || attempt === attempts) throw error
    }
  }
}
