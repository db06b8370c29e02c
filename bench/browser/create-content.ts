import type { Track } from '#contract/tracks.ts'
import { openMp3Encoder } from '#demo/synth/mp3.ts'
import { sampleRate } from '#demo/synth/sound.ts'
import type { Browser } from '#server/testing/browser.ts'

/** A valid mp3 of about this many bytes: a tone of ten seconds, repeated. */
export async function mp3OfSize(bytes: number): Promise<Buffer> {
  const tone = Float32Array.from({ length: 10 * sampleRate }, (_, n) => Math.sin(n / 20) / 4)
  const encode = await openMp3Encoder()
  const once = encode({ left: tone, right: tone })
  return Buffer.concat(
    Array.from({ length: Math.max(1, Math.round(bytes / once.length)) }, () => once),
  )
}

/** Uploads as the upload page does. */
export async function createTrack(
  artist: Browser,
  title: string,
  audio: Buffer,
  artwork?: Buffer,
): Promise<Track> {
  const audioUrl = await uploadFile(artist, audio, 'audio')
  const artworkUrl = artwork && (await uploadFile(artist, artwork, 'artwork'))
  const created = await artist.call<Track>('POST', '/api/tracks', { title, audioUrl, artworkUrl })
  if (created.status !== 201) throw new Error(`The track was rejected with ${created.status}.`)
  return created.body
}

async function uploadFile(
  artist: Browser,
  bytes: Buffer,
  as: 'audio' | 'artwork',
): Promise<string> {
  const issued = await artist.call<{ uploadURL: string }>('POST', '/api/objects/upload')
  const { uploadURL } = issued.body
  const sent = await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes) })
  if (!sent.ok) throw new Error(`The file was rejected with ${sent.status}.`)
  const field = `${as}URL`
  const registered = await artist.call<{ objectPath: string }>('PUT', `/api/tracks/${as}`, {
    [field]: uploadURL,
  })
  return registered.body.objectPath
}

export async function createPlaylist(artist: Browser, title: string, tracks: readonly Track[]) {
  const created = await artist.call<{ id: string; slug: string }>('POST', '/api/playlists', {
    title,
  })
  for (const { id } of tracks)
    await artist.call('POST', `/api/playlists/${created.body.id}/tracks`, { trackId: id })
  return created.body
}
