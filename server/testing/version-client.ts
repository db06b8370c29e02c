import type { RouteResponse } from '#contract/client.ts'
import type { listTrackVersions } from '#contract/routes.ts'
import type { TrackDetail } from '#contract/tracks.ts'
import type { AudioProcessor } from '#server/platform/media/audio-processor.ts'
import type { Caller } from './app.ts'
import { fixture } from './sample-files.ts'
import type { TestSite } from './test-site.ts'
import { upload } from './upload-client.ts'

type Versions = RouteResponse<typeof listTrackVersions>

/** The same sound with other bytes: an ID3v1 tag. */
export const tone = (title: string) =>
  Buffer.concat([fixture('tone.mp3'), Buffer.from(`TAG${title}`.padEnd(128, '\0'), 'latin1')])

/** What the owner does with the audio of a track. */
export function createVersionClient(site: TestSite, processor: AudioProcessor) {
  const deps = () => ({
    ...{ db: site.db, store: site.store, processor, renditions: true },
    hasFreeSpace: () => true,
  })
  const uploaded = (bytes: Uint8Array, as = site.asOwner) => upload(as, 'audio', bytes)
  async function publish(bytes: Uint8Array, fields = {}): Promise<TrackDetail> {
    const body = { title: 'Rosin', audioUrl: await uploaded(bytes), ...fields }
    return (await (await site.asOwner('POST', '/api/tracks', { body })).json()) as TrackDetail
  }
  async function call(as: Caller, method: string, path: string, body?: unknown) {
    const response = await as(method, path, body === undefined ? {} : { body })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }
  const replace = ({ id }: { id: string }, audioUrl: string, as = site.asOwner) =>
    call(as, 'PUT', `/api/tracks/${id}/audio`, { audioUrl })
  const versionsOf = async ({ id }: { id: string }, as = site.asOwner): Promise<Versions> =>
    (await call(as, 'GET', `/api/tracks/${id}/versions`)).body
  const restore = ({ id }: { id: string }, versionId: string) =>
    call(site.asOwner, 'POST', `/api/tracks/${id}/versions/${versionId}/restore`)
  const detail = async ({ slug }: { slug: string }): Promise<TrackDetail> =>
    (await call(site.asOwner, 'GET', `/api/tracks/slug/${slug}`)).body
  async function read(as: Caller, path: string, headers = {}) {
    const response = await as('GET', path, { headers })
    const location = response.headers.get('location')
    const file = location ? await fetch(location, { headers }) : response
    return { status: file.status, bytes: Buffer.from(await file.arrayBuffer()) }
  }
  const heardAt = async (path: string, as = site.visitor) => (await read(as, path)).bytes
  const audioOf = ({ id }: { id: string }) => `/api/tracks/${id}/audio`
  const fileName = (audioUrl: string) => audioUrl.split('/').at(-1)
  return {
    deps,
    uploaded,
    publish,
    call,
    replace,
    versionsOf,
    restore,
    detail,
    read,
    heardAt,
    audioOf,
    fileName,
  }
}
