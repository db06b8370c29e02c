import { queryOptions } from '@tanstack/react-query'
import type { RouteResponse } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import type { TrackDetail } from '#contract/tracks.ts'
import { request } from './client.ts'

/** Apart from tracks.ts, because only owners and moderators load it. */

export type AudioVersions = RouteResponse<typeof routes.listTrackVersions>
export type NewAudio = RouteResponse<typeof routes.analyzeAudio>

const pollMs = 1000
const maxPolls = 20

export const versionsQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['versions', trackId],
    queryFn: ({ signal }): Promise<AudioVersions> =>
      request(routes.listTrackVersions, { params: { id: trackId }, signal }),
    staleTime: 0,
    // The present audio may still be analyzed; one that cannot be is not waited for.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && !data.current.waveform && dataUpdateCount < maxPolls ? 3 * pollMs : false,
  })

/** What the server has measured of an uploaded file. */
export const newAudioQuery = (audioUrl: string) =>
  queryOptions({
    queryKey: ['new-audio', audioUrl],
    queryFn: ({ signal }): Promise<NewAudio> =>
      request(routes.analyzeAudio, { body: { audioUrl }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? pollMs : false),
  })

export const replaceAudio = (id: string, audioUrl: string): Promise<TrackDetail> =>
  request(routes.replaceTrackAudio, { params: { id }, body: { audioUrl } })

export const restoreVersion = (id: string, versionId: string): Promise<TrackDetail> =>
  request(routes.restoreTrackVersion, { params: { id, versionId } })

export const deleteVersion = (id: string, versionId: string) =>
  request(routes.deleteTrackVersion, { params: { id, versionId } })
