import { randomUUID } from 'node:crypto'
import {
  appCredentials,
  audioAnalyses,
  credits,
  invites,
  listens,
  reports,
  uploads,
} from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import {
  follow,
  like,
  makeComment,
  makePlaylist,
  makeReport,
  makeRepost,
  makeShareLink,
  makeTrack,
  makeTracks,
  makeUpload,
  makeUser,
  makeUsers,
  makeVersion,
  type UserRow,
} from '#server/testing/factories.ts'
import { examplePush } from '#server/testing/push-receiver.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import type { TestSite } from '#server/testing/test-site.ts'
import { requestUploadUrl, uploadFile } from '#server/testing/upload-client.ts'
import type { ApiCall } from './openapi-operations.ts'
import type { Fixtures } from './requests.ts'

const analysis = {
  state: 'ready' as const,
  sampleRate: 44_100,
  channels: 2,
  frames: 88_200,
  loudness: -22.2,
  truePeak: -18.1,
  samplesPerBin: 43,
  peaks: Buffer.alloc(4096, 64),
  levels: Buffer.alloc(200, 128),
}

const image = await createImage()

const several = <T>(make: () => Promise<T>) => Promise.all([1, 2, 3, 4].map(make))

/** Some calls delete or consume what they get: each has users and objects of its own. Those that only read share theirs. */
export function createFixtures(site: TestSite): (call: ApiCall) => Promise<Fixtures> {
  let shared: ReturnType<typeof makeObjects> | undefined
  const sharedObjects = () => (shared ??= makeObjects(site))
  return async (call) => {
    const { owner, otherUser, itemId, ...objects } = await (call.method === 'GET'
      ? sharedObjects()
      : makeObjects(site))
    const asOwner = await site.as(owner)
    return {
      ...objects,
      // New sessions, because some calls end them.
      callers: {
        visitor: site.visitor,
        owner: asOwner,
        otherUser: await site.as(otherUser),
        administrator: await site.as(site.administrator),
      },
      fields: {
        ...objects.fields,
        ...(await filesFor(site, call, { owner, asOwner })),
        ...(await cursorFor(site, call, { userId: owner.id, itemId })),
      },
      urls: { ...objects.urls, ...(await uploadUrlsFor(call, asOwner)) },
      files: [fixture('tone.mp3'), image],
    }
  }
}

async function makeObjects(site: TestSite) {
  const { db } = site
  const [owner, otherUser] = [await makeUser(db), await makeUser(db)]
  const others = await makeUsers(db, [{}, {}, {}, {}, { suspendedAt: new Date() }])
  const artworkPath = (await makeUpload(db, owner.id, 'image')).objectPath
  const ownerTrack = { userId: owner.id }
  const tracks = await makeTracks(db, [
    { ...ownerTrack, artworkPath },
    { ...ownerTrack, privacy: 'private' },
    { userId: otherUser.id, privacy: 'unlisted' },
  ])
  for (const { audioPath } of tracks)
    await site.store.write(audioPath.slice('/objects/'.length), fixture('tone.mp3'), {
      contentType: 'audio/mpeg',
    })
  const trackIds = tracks.map(({ id }) => id)
  await db.insert(audioAnalyses).values(trackIds.map((trackId) => ({ trackId, ...analysis })))
  const playlist = await makePlaylist(db, owner.id, trackIds.slice(0, 2))
  const release = await makePlaylist(db, owner.id, trackIds.slice(0, 1), {
    type: 'single',
    allowDownload: true,
  })
  const draft = await makePlaylist(db, owner.id, [], { privacy: 'private' })
  const versions = await several(() =>
    makeVersion(db, { userId: owner.id, trackId: trackIds[0] ?? '' }),
  )
  const versionsUrl = `/api/tracks/${trackIds[0]}/versions`
  for (const { audioPath } of versions)
    await site.store.write(audioPath.slice('/objects/'.length), fixture('tone.mp3'), {
      contentType: 'audio/mpeg',
    })
  const fresh = await makeTrack(db, owner.id)
  for (const { id: trackId } of await makeTracks(db, new Array(2).fill({ userId: otherUser.id })))
    await makeRepost(db, owner.id, { trackId })
  const comment = await makeComment(db, trackIds[0] ?? '', { userId: owner.id })
  const link = await makeShareLink(db, {
    userId: owner.id,
    trackId: trackIds[1] ?? '',
    allowDownload: true,
  })
  const sharedUrl = `/api/share/${link.token}/tracks/${trackIds[1]}`
  const reportedTracks = await makeTracks(db, new Array(4).fill(ownerTrack))
  const reported = await Promise.all(
    reportedTracks.map(({ id }, index) =>
      makeReport(db, { trackId: id, isDismissed: index % 2 === 1 }),
    ),
  )
  const [itemId = ''] = reported
  await db.insert(reports).values({ itemId, reason: 'other' })
  const newInvite = () => ({ tokenHash: randomUUID(), maxUses: 1, expiresAt: new Date(2100, 0) })
  const inviteRows = await db.insert(invites).values([newInvite(), newInvite()]).returning()
  const credit = { userId: owner.id, role: 'Mastering', name: 'Ines Calder', position: 0 }
  const creditRows = await db
    .insert(credits)
    .values([{ ...credit, trackId: trackIds[2] ?? '' }])
    .returning()
  const uploadInParts = { id: randomUUID(), userId: owner.id, size: 1000, multipartId: 'x' }
  await db.insert(uploads).values({ ...uploadInParts, key: `uploads/${uploadInParts.id}` })
  const tokenRows = await db
    .insert(appCredentials)
    .values(
      [1, 2].map(() => ({
        userId: owner.id,
        kind: 'api-token' as const,
        name: 'Script',
        secretHash: randomUUID(),
        scopes: ['read' as const],
        secretId: 'x',
      })),
    )
    .returning()
  const credentialRows = await db
    .insert(appCredentials)
    .values(
      [1, 2].map(() => ({
        userId: owner.id,
        kind: 'app-password' as const,
        name: 'Phone',
        secretHash: randomUUID(),
        encryptedSecret: 'x',
        secretId: 'x',
      })),
    )
    .returning()
  const userIds = [...others, owner].map(({ id }) => id)
  const username = others[0]?.username ?? ''
  return {
    owner,
    otherUser,
    itemId,
    ids: [...trackIds, playlist.id, ...userIds],
    texts: [tracks[0]?.slug ?? '', playlist.slug, username, 'public'],
    // Of just this track.
    urls: {
      getSharedAudio: [`${sharedUrl}/audio`],
      getSharedWaveform: [`${sharedUrl}/waveform`],
      getSharedArtwork: [`${sharedUrl}/artwork`],
      playShared: [`${sharedUrl}/play`],
      recordSharedRetention: [`${sharedUrl}/retention`],
      getVersionAudio: versions.map(({ id }) => `${versionsUrl}/${id}/audio`),
      restoreTrackVersion: versions.map(({ id }) => `${versionsUrl}/${id}/restore`),
      deleteTrackVersion: versions.map(({ id }) => `${versionsUrl}/${id}`),
    },
    segments: {
      tracks: [...trackIds, fresh.id],
      versions: versions.map(({ id }) => id),
      'tracks/slug': tracks.map(({ slug }) => slug),
      playlists: [playlist.id, release.id],
      'playlists/slug': [playlist.slug],
      users: userIds,
      reports: reported,
      invites: inviteRows.map(({ id }) => id),
      sessions: ['x'.repeat(43)],
      passkeys: [randomUUID()],
      'app-passwords': credentialRows.map(({ id }) => id),
      scrobbling: ['listenbrainz', 'lastfm'],
      tokens: tokenRows.map(({ id }) => id),
      credits: creditRows.map(({ id }) => id),
      export: ['x'.repeat(43)],
      'share-links': [link.id],
      comments: [comment],
      notes: [link.noteId],
      share: [link.token],
      discover: ['curated', 'recent', 'trending'],
      genres: ['jazz', 'r&b'],
      upload: [uploadInParts.id],
    },
    fields: {
      trackId: [fresh.id, trackIds[1], ...trackIds],
      playlistId: [draft.id],
      expiresAt: ['2100-01-01T00:00:00Z', null],
      maxListens: [10, null],
      trackIds: [trackIds.slice(0, 2).toReversed(), trackIds.slice(0, 2), trackIds],
      updatedAt: [playlist.updatedAt.toISOString(), new Date(0).toISOString()],
      username: ['ines.calder', `ines-${randomUUID().slice(0, 8)}`, username],
      website: ['https://example.org/', null, ''],
      spotifyUrl: ['https://open.spotify.com/track/1', null],
      appleMusicUrl: ['https://music.apple.com/1', null],
      releaseDate: ['2026-12-04', '2026', null, ''],
      upc: ['036000291452', null, ''],
      sizes: ['1', '30000,90000000'],
      contentHash: ['0'.repeat(64)],
      isrc: ['DE-A12-26-00001', null, ''],
      credits: [[], [{ role: 'Cello', name: 'Nara', userId: otherUser.id }]],
      // Fields of the player's state: nothing is saved yet, and the queue is empty.
      version: [0],
      tracks: [[]],
      index: [-1],
      original: [null],
      returnTo: ['/discover', '/track/x?y=1'],
      partNumber: [1],
      endpoint: [examplePush.endpoint],
      p256dh: [examplePush.keys.p256dh],
      auth: [examplePush.keys.auth],
    },
  }
}

/** Uploaded or registered files of the owner, for the calls that need them. */
async function filesFor(
  { db }: TestSite,
  { operation }: ApiCall,
  { owner, asOwner }: { owner: UserRow; asOwner: Caller },
) {
  const { schema } = Object.values(operation.requestBody?.content ?? {})[0] ?? {}
  const registered = (kind: 'audio' | 'image') => async () =>
    (await makeUpload(db, owner.id, kind)).objectPath
  const sent = (bytes: Uint8Array) => () => uploadFile(asOwner, bytes)
  const makers: Record<string, () => Promise<string>> = {
    audioUrl: registered('audio'),
    artworkUrl: registered('image'),
    artworkPath: registered('image'),
    coverUrl: registered('image'),
    audioURL: sent(fixture('tone.mp3')),
    artworkURL: sent(image),
    coverURL: sent(image),
    imageURL: sent(image),
  }
  const valid: Record<string, string[]> = {}
  for (const [name, make] of Object.entries(makers))
    if (schema?.properties?.[name]) valid[name] = await several(make)
  return valid
}

type CursorTargets = { userId: string; itemId: string }

/** A valid cursor for the next page of this list. */
async function cursorFor(
  site: TestSite,
  { path, operation }: ApiCall,
  { userId, itemId }: CursorTargets,
) {
  if (!operation.parameters?.some(({ name }) => name === 'cursor')) return {}
  const values: Record<string, string> = {
    id: path.includes('/reports/') ? itemId : userId,
    section: 'recent',
    genre: 'jazz',
  }
  const filled = path.replace(/\{(\w+)\}/, (_, name: string) => values[name] ?? '')
  if (path.startsWith('/api/library/')) await fillLibrary(site, userId)
  const first = await site.asAdministrator('GET', `${filled}?limit=1`)
  await first.arrayBuffer()
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]
  const cursor = next && new URL(next, site.url).searchParams.get('cursor')
  return cursor ? { cursor: [cursor] } : {}
}

/** Two entries in every list of the administrator's library. */
async function fillLibrary({ db, administrator }: TestSite, artistId: string) {
  await follow(db, administrator.id, artistId)
  for (const _ of [1, 2]) {
    const track = await makeTrack(db, artistId)
    await like(db, administrator.id, track.id)
    await db
      .insert(listens)
      .values({ userId: administrator.id, trackId: track.id, day: '2026-01-01' })
    await makePlaylist(db, administrator.id)
  }
}

async function uploadUrlsFor({ operation: { operationId } }: ApiCall, asOwner: Caller) {
  if (operationId !== 'sendFile') return {}
  const urls = await several(() => requestUploadUrl(asOwner))
  return { sendFile: urls.map((url) => url.slice(new URL(url).origin.length)) }
}
