import type { FastifyReply, FastifyRequest } from 'fastify'
import { canDownload } from '#contract/downloads.ts'
import type { Track } from '#contract/tracks.ts'
import { openTrack } from '#server/modules/downloads/service.ts'
import { openSquareImage, squareSizes } from '#server/modules/images/service.ts'
import type { OpenStreams } from '#server/modules/streaming/open-streams.ts'
import { getAudio } from '#server/modules/streaming/service.ts'
import { getVisibleTracksByIds } from '#server/modules/tracks/service.ts'
import { getUser } from '#server/modules/users/service.ts'
import { sendDownload } from '#server/platform/http/send-download.ts'
import { sandboxHeaders, sendObject, sendThrough } from '#server/platform/http/send-object.ts'
import type { SquareJpegs } from '#server/platform/media/square-jpeg.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import type { RateCheck } from '#server/platform/rate-limit/rate-limiter.ts'
import type { Call, MethodDeps } from './method.ts'
import type { IdKind, Parameters } from './parameters.ts'
import { noSuch } from './protocol.ts'

export type MediaDeps = MethodDeps & {
  openStreams: OpenStreams
  toSquareJpeg: SquareJpegs
  /** Sends files of the store through this server, for apps that do not follow redirects. */
  isProxied: boolean
  /** In which the days of statistics begin. */
  timeZone: string
  /** The limit of the site's own downloads. */
  checkDownload: RateCheck
}
type MediaCall = Call & { request: FastifyRequest; reply: FastifyReply }
export type MediaMethod = (call: MediaCall) => Promise<unknown>

const imageKinds: Record<IdKind, string> = {
  track: 'track',
  release: 'playlist',
  playlist: 'playlist',
  user: 'profile',
  loose: 'profile',
}

/** Methods whose response is a file. */
export function mediaMethods(deps: MediaDeps): Record<string, MediaMethod> {
  const { db, store, openStreams, toSquareJpeg, isProxied, timeZone, checkDownload } = deps

  async function find({ parameters, viewer }: MediaCall): Promise<Track> {
    const id = parameters.idOf('id', 'track', 'Song')
    const [track] = await getVisibleTracksByIds(db, [id], viewer)
    if (!track) throw noSuch('Song')
    return track
  }

  async function stream(track: Track, { parameters, viewer, request, reply }: MediaCall) {
    const format = chooseFormat(track, parameters)
    const { object, uploaderId } = await getAudio(db, { trackId: track.id, viewer, format })
    const close = openStreams.add({ listenerId: viewer.id, uploaderId, response: reply.raw })
    const send = isProxied ? sendThrough : sendObject
    const sent = await send({ request, reply }, store, { ...object, cacheable: false }).finally(
      close,
    )
    if (!sent) throw noSuch('Song')
  }

  async function download(track: Track, { viewer, request, reply, client }: MediaCall) {
    checkDownload(request, viewer)
    const { ownerId, count, ...file } = await openTrack(
      { db, store, toSquareJpeg, timeZone, viewer, client: clientSubnet(client.ip) },
      track.id,
    )
    const close = openStreams.add({
      listenerId: viewer.id,
      uploaderId: ownerId,
      response: reply.raw,
    })
    const isComplete = await sendDownload({ request, reply }, file).finally(close)
    if (isComplete && viewer.id !== ownerId) await count()
  }

  async function sendImage(
    kind: string,
    id: string,
    { parameters, viewer, client, reply }: MediaCall,
  ) {
    const wanted = parameters.int('size', 384, [1, 10_000])
    const size = squareSizes.find((known) => known >= wanted) ?? Math.max(...squareSizes)
    const image = await openSquareImage({ db, store }, { kind, id, size, viewer })
    const jpeg = await toSquareJpeg({
      key: image.key,
      size,
      load: image.load,
      client: clientSubnet(client.ip),
    })
    return reply
      .headers({
        ...sandboxHeaders,
        'cache-control': image.isPublic ? 'private, max-age=3600' : 'private, no-cache',
      })
      .type('image/jpeg')
      .send(jpeg)
  }

  return {
    stream: async (call) => stream(await find(call), call),
    async download(call) {
      const track = await find(call)
      await (canDownload(track, call.viewer) ? download(track, call) : stream(track, call))
    },
    async getCoverArt(call) {
      const { kind, id } = call.parameters.id('id', 'Image')
      return sendImage(imageKinds[kind], id, call)
    },
    async getAvatar(call) {
      const user = await getUser(db, call.parameters.required('username'), call.viewer)
      return sendImage('profile', user.id, call)
    },
  }
}

/** The original, unless the app asks for another format or fewer bits than it has. */
function chooseFormat({ formats }: Track, parameters: Parameters): 'original' | 'aac' {
  const hasAac = formats.some(({ format }) => format === 'aac')
  const format = (parameters.get('format') ?? '').toLowerCase()
  const maxBitRate = parameters.int('maxBitRate', 0, [0, 10_000]) * 1000
  if (!hasAac || format === 'raw') return 'original'
  const bitrate = formats[0]?.bitrate ?? Number.POSITIVE_INFINITY
  const isTooLarge = maxBitRate > 0 && maxBitRate < bitrate
  return format !== '' || isTooLarge ? 'aac' : 'original'
}
