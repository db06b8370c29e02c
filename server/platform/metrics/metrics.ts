import { Counter, Gauge, Histogram } from '@prometheus-io/client'

/**
 * What the code counts while it works, in the registry of the process. Labels are names from the code (route patterns,
 * status classes, caches), never ids: the number of series does not grow with the site.
 */

/** Without the method and the status, which would multiply its buckets: nobody looks at the three together. */
export const requestSeconds = new Histogram({
  name: 'soundpost_http_request_duration_seconds',
  help: 'Time from a request to the end of its response, by route pattern.',
  labelNames: ['route'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5],
})

export const requests = new Counter({
  name: 'soundpost_http_requests_total',
  help: 'Requests, by route pattern and status class.',
  labelNames: ['route', 'status'],
})

export const sentBytes = new Counter({
  name: 'soundpost_http_sent_bytes_total',
  help: 'Bytes sent to clients, by kind: audio or other. Files that nginx or the object store send are not among them.',
  labelNames: ['kind'],
})

export const openStreams = new Gauge({
  name: 'soundpost_audio_streams',
  help: 'Audio responses in flight.',
})

const cacheRequests = new Counter({
  name: 'soundpost_cache_requests_total',
  help: 'Requests to a cache, by result: hit or miss.',
  labelNames: ['cache', 'result'],
})
export const countCacheRequest = (cache: string, isHit: boolean) =>
  cacheRequests.inc({ cache, result: isHit ? 'hit' : 'miss' })

export const checkedUploads = new Counter({
  name: 'soundpost_uploads_total',
  help: 'Uploaded files that were checked, by kind and result: accepted, rejected, or failed to be checked.',
  labelNames: ['kind', 'result'],
})

export const countedPlays = new Counter({
  name: 'soundpost_plays_total',
  help: 'Plays that this server has counted.',
})

export const processedTracks = new Counter({
  name: 'soundpost_processed_tracks_total',
  help: 'Tracks whose audio was analyzed, by result: ready or failed.',
  labelNames: ['result'],
})
