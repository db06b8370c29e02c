import type { Track } from '#contract/tracks.ts'
import { emptyQueue, playList, type Queue } from './queue/queue.ts'

/** A complete track for tests. */
export function testTrack(id: string, overrides: Partial<Track> = {}): Track {
  return {
    id,
    userId: 'artist',
    title: `Track ${id}`,
    slug: `track-${id}`,
    description: null,
    artist: null,
    studio: null,
    genre: null,
    tags: [],
    privacy: 'public',
    allowDownload: false,
    audioUrl: `/objects/audio/${id}`,
    artworkUrl: `/objects/artwork/${id}`,
    isrc: null,
    spotifyUrl: null,
    appleMusicUrl: null,
    duration: 100,
    processing: 'ready',
    loudness: null,
    formats: [
      { format: 'original', contentType: 'audio/mpeg', bitrate: 128_000, bytes: 1_600_000 },
    ],
    playCount: 0,
    likeCount: 0,
    release: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    user: {
      id: 'artist',
      displayName: 'Low Tide Choir',
      username: 'lowtide',
      firstName: null,
      lastName: null,
      profileImageUrl: null,
    },
    likes: [],
    ...overrides,
  }
}

/** A queue that plays these tracks from `index`. */
export function testQueue(tracks: readonly Track[], index = 0): Queue {
  return playList(emptyQueue, tracks, index) ?? emptyQueue
}
