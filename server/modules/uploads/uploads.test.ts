import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { uploads } from '#server/database/schema.ts'
import { NoSpaceLeft, StoreUnavailable } from '#server/platform/objects/object-store.ts'
import { allKeysOfUpload } from '#server/shared/object-keys.ts'
import { type Cast, startWithCast } from '#server/testing/cast.ts'
import { startS3ForTests } from '#server/testing/s3.ts'
import { fixture, html, jpegOfSize, picture, wavOfSize } from '#server/testing/sample-files.ts'
import { putTo, register, requestAddress, send, upload } from '#server/testing/uploading.ts'

const s3 = await startS3ForTests()
afterAll(() => s3?.stop())

const mp3 = fixture('tone.mp3')
const json = (answer: Response) => answer.json() as Promise<Record<string, string>>
const said = async (answer: Response) => [answer.status, (await json(answer))['message']]
const idOf = (path: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(path)?.[0] ?? ''

describe.each(s3 ? ['disk', 's3'] : ['disk'])('uploads to %s', (kind) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await startWithCast({}, kind === 's3' ? s3?.config : undefined)
  })
  afterAll(() => cast.close())

  const leftOf = async (address: string) => {
    const facts = await Promise.all(
      allKeysOfUpload(idOf(address)).map((key) => cast.store.stat(key)),
    )
    return facts.filter((found) => found !== undefined).length
  }

  test('an address is asked for, sent to and registered as audio', async () => {
    const address = await requestAddress(cast.asOwner)
    expect((await putTo(address, mp3, 'audio/mpeg')).status).toBe(200)
    const answer = await register(cast.asOwner, 'audio', address)
    expect(answer.status).toBe(200)
    const { objectPath = '' } = await json(answer)
    expect(objectPath).toBe(`/objects/audio/${idOf(address)}.mp3`)
    const [row] = await cast.db.select().from(uploads).where(eq(uploads.objectPath, objectPath))
    expect(row).toMatchObject({ duration: 2, contentType: 'audio/mpeg', size: mp3.length })
    expect(await leftOf(address)).toBe(1)
  })

  test('an image is kept in four widths and nothing of what was sent', async () => {
    const address = await send(cast.asOwner, await picture({ format: 'gif' }))
    const { objectPath } = await json(await register(cast.asOwner, 'artwork', address))
    expect(objectPath).toBe(`/objects/images/${idOf(address)}`)
    expect(await leftOf(address)).toBe(4)
  })

  test('a profile image is shown at once, and the one before is released', async () => {
    const first = await upload(cast.asOwner, 'profile image', await picture())
    const address = await send(cast.asOwner, await picture())
    const answer = await register(cast.asOwner, 'profile image', address)
    const { objectPath, profileImageUrl = '' } = await json(answer)
    expect(profileImageUrl).toMatch(new RegExp(`^/api/users/${cast.owner.id}/avatar\\?v=`))
    const user = await json(await cast.asOwner('GET', '/api/auth/user'))
    expect(user['profileImageUrl']).toBe(profileImageUrl)
    const stateOf = async (path = '') =>
      (await cast.db.select().from(uploads).where(eq(uploads.objectPath, path)))[0]?.state
    expect([await stateOf(first), await stateOf(objectPath)]).toEqual(['released', 'used'])
    expect((await register(cast.asOwner, 'profile image', address)).status).toBe(200)
  })

  test('only the uploader can register it, not even the administrator', async () => {
    const address = await send(cast.asOwner, mp3)
    for (const caller of [cast.asStranger, cast.asAdministrator])
      expect(await said(await register(caller, 'audio', address))).toEqual([
        404,
        'Upload not found',
      ])
    expect((await register(cast.visitor, 'audio', address)).status).toBe(401)
    expect((await register(cast.asOwner, 'audio', address)).status).toBe(200)
  })

  test('registering again, or twenty times at once, answers the same', async () => {
    const address = await send(cast.asOwner, mp3)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register(cast.asOwner, 'audio', address)),
    )
    answers.push(await register(cast.asOwner, 'audio', address))
    const paths = await Promise.all(
      answers.map(async (answer) => (await json(answer))['objectPath']),
    )
    expect(new Set(paths)).toEqual(new Set([`/objects/audio/${idOf(address)}.mp3`]))
    expect(await said(await register(cast.asOwner, 'cover', address))).toEqual([
      409,
      'This file is registered as audio already.',
    ])
  })

  test('nothing sent, nothing registered', async () => {
    const address = await requestAddress(cast.asOwner)
    expect(await said(await register(cast.asOwner, 'audio', address))).toEqual([
      404,
      'Upload not found',
    ])
    await putTo(address, mp3)
    expect((await register(cast.asOwner, 'audio', address)).status).toBe(200)
  })

  test('a file that is not what it should be is refused, and nothing of it stays', async () => {
    for (const [as, label] of [
      ['audio', 'audio'],
      ['cover', 'image'],
    ] as const) {
      const address = await send(cast.asOwner, html, 'audio/mpeg')
      expect(await said(await register(cast.asOwner, as, address))).toEqual([
        415,
        `Please select a valid ${label} file`,
      ])
      expect(await leftOf(address)).toBe(0)
    }
  })

  test('sound that calls itself a page is refused, and nothing of it stays', async () => {
    const address = await requestAddress(cast.asOwner)
    const sent = await putTo(address, mp3, 'text/html')
    const refused = kind === 'disk' ? sent : await register(cast.asOwner, 'audio', address)
    expect(await said(refused)).toEqual([
      415,
      `Please select a valid ${kind === 'disk' ? 'audio or image' : 'audio'} file`,
    ])
    expect(await leftOf(address)).toBe(0)
  })

  test('a file that is too large is refused, and nothing of it stays', async () => {
    const address = await send(cast.asOwner, await jpegOfSize(limits.maxImageBytes + 1))
    expect(await said(await register(cast.asOwner, 'cover', address))).toEqual([
      413,
      'File size must be less than 5MB',
    ])
    expect(await leftOf(address)).toBe(0)
  })

  test('a check that was cut off with its server is taken up again, wherever it stopped', async () => {
    for (const place of ['uploads', 'checking', 'audio']) {
      const address = await send(cast.asOwner, mp3)
      const id = idOf(address)
      const to = place === 'audio' ? `audio/${id}.mp3` : `${place}/${id}`
      if (place !== 'uploads') await cast.store.move(`uploads/${id}`, to, { contentType: 'x/y' })
      const registeredAt = new Date(Date.now() - 60_000)
      await cast.db
        .update(uploads)
        .set({ state: 'checking', registeredAt })
        .where(eq(uploads.id, id))
      const answer = await register(cast.asOwner, 'audio', address)
      expect(await json(answer), place).toEqual({ objectPath: `/objects/audio/${id}.mp3` })
      expect(await leftOf(address)).toBe(1)
    }
  })

  test('a store that is full or down says so, and the upload can be registered later', async () => {
    const address = await send(cast.asOwner, await picture())
    const { write } = cast.store
    for (const [error, status] of [
      [new NoSpaceLeft('full'), 507],
      [new StoreUnavailable('down'), 503],
    ] as const) {
      cast.store.write = () => Promise.reject(error)
      expect((await register(cast.asOwner, 'cover', address)).status).toBe(status)
    }
    cast.store.write = write
    expect((await register(cast.asOwner, 'cover', address)).status).toBe(200)
  })

  test('what is sent after registering changes nothing', async () => {
    const address = await send(cast.asOwner, mp3)
    const { objectPath = '' } = await json(await register(cast.asOwner, 'audio', address))
    const late = await putTo(address, wavOfSize(1000))
    if (kind === 'disk') expect(late.status).toBe(409)
    await register(cast.asOwner, 'audio', address)
    const kept = await cast.store.read(objectPath.replace('/objects/', ''))
    expect(kept && (await text(kept))).toBe(mp3.toString())
  })
})
