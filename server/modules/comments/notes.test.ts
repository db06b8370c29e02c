import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { ReportedItem } from '#contract/reports.ts'
import type { OwnShareNote, Share, ShareNote } from '#contract/share-links.ts'
import { playlists, shareNotes, tracks } from '#server/database/schema.ts'
import { createCaller } from '#server/testing/app.ts'
import { makePlaylist, makeShareLink, makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()
const newBrowser = () =>
  createCaller(site.url, { cookie: `listener=${randomBytes(16).toString('base64url')}` })

/** A link to a private track of 90 seconds, without notes. */
async function makeLink() {
  const { id: userId } = site.owner
  const track = await makeTrack(site.db, userId, { privacy: 'private', duration: 90 })
  const link = await makeShareLink(site.db, { userId, trackId: track.id })
  const notes = `/api/share-links/${link.id}/notes`
  await site.asOwner('DELETE', `${notes}/${link.noteId}`)
  return { track, path: `/api/share/${link.token}`, notes }
}
type Made = Awaited<ReturnType<typeof makeLink>>

const note = { position: 42.5, name: 'Jo', text: 'The snare is late.' }

async function leave({ path, track }: Made, caller = newBrowser(), fields = {}) {
  const body = { trackId: track.id, ...note, ...fields }
  const response = await caller('POST', `${path}/notes`, { body })
  expect(response.status).toBe(201)
  return (await response.json()) as OwnShareNote
}
const listed = async (notes: string) =>
  (await (await site.asOwner('GET', notes)).json()) as ShareNote[]
const notesSeenBy = async ({ path }: Made, caller = newBrowser()) =>
  ((await (await caller('GET', path)).json()) as Share).notes

test('share notes: the owner sees them by moment, others see their own ones only', async () => {
  const made = await makeLink()
  const [first, second] = [newBrowser(), newBrowser()]
  const late = await leave(made, first, { position: 80 })
  const early = await leave(made, second, { position: 3 })
  expect((await listed(made.notes)).map(({ id }) => id)).toEqual([early.id, late.id])
  expect(await notesSeenBy(made, first)).toEqual([late])
  expect(await notesSeenBy(made, second)).toEqual([early])
  expect(await notesSeenBy(made)).toEqual([])
  expect(JSON.stringify(await listed(made.notes))).not.toContain('browser')
})

test('share notes: the owner answers once, can correct it for 15 minutes, and the writer sees it', async () => {
  const made = await makeLink()
  const browser = newBrowser()
  const { id } = await leave(made, browser)
  const url = `${made.notes}/${id}`
  for (const answer of ['Fixd.', 'Fixed in the next mix.']) {
    const answered = await site.asOwner('PUT', url, { body: { answer } })
    expect(await answered.json()).toMatchObject({ answer, doneAt: null, canAnswer: true })
  }
  const past = sql`now() - interval '15 minutes'`
  await site.db.update(shareNotes).set({ answeredAt: past }).where(eq(shareNotes.id, id))
  expect(await listed(made.notes)).toMatchObject([{ canAnswer: false }])
  const again = await site.asOwner('PUT', url, { body: { answer: 'Or not.' } })
  expect([again.status, await again.json()]).toEqual([
    409,
    { message: 'This note is answered already.' },
  ])
  expect(await notesSeenBy(made, browser)).toMatchObject([{ answer: 'Fixed in the next mix.' }])
})

test('share notes: the owner marks one as done, opens it again and deletes it', async () => {
  const made = await makeLink()
  const url = `${made.notes}/${(await leave(made)).id}`
  await site.asOwner('PUT', url, { body: { done: true } })
  expect((await listed(made.notes))[0]?.doneAt).not.toBeNull()
  await site.asOwner('PUT', url, { body: { done: false } })
  expect((await listed(made.notes))[0]?.doneAt).toBeNull()
  expect((await site.asOwner('DELETE', url)).status).toBe(204)
  expect((await site.asOwner('DELETE', url)).status).toBe(404)
  expect(await listed(made.notes)).toEqual([])
})

test('share notes: one past the end of the track is at its end', async () => {
  const made = await makeLink()
  expect((await leave(made, newBrowser(), { position: 5000 })).position).toBe(90)
})

test('share notes: one about a track that the link does not share is refused', async () => {
  const made = await makeLink()
  const other = await makeTrack(site.db, site.owner.id)
  const body = { ...note, trackId: other.id }
  const response = await site.visitor('POST', `${made.path}/notes`, { body })
  expect([response.status, await response.json()]).toEqual([404, { message: 'Track not found' }])
})

/** A request of another transaction waits for rows that this one has locked. */
const isWaiting = () =>
  vi.waitFor(async () => {
    const { rows } = await site.db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    expect(rows).toHaveLength(1)
  })

test('share notes: one that is written while its track is deleted is refused, without deadlock', async () => {
  const made = await makeLink()
  const body = { trackId: made.track.id, ...note }
  const writing = await site.db.transaction(async (tx) => {
    await tx.select().from(tracks).where(eq(tracks.id, made.track.id)).for('update')
    const response = newBrowser()('POST', `${made.path}/notes`, { body })
    await isWaiting()
    await tx.delete(tracks).where(eq(tracks.id, made.track.id))
    return { response }
  })
  expect((await writing.response).status).toBe(404)
})

test('share notes: one that is written while its playlist is deleted is refused, without deadlock', async () => {
  const { id: userId } = site.owner
  const { id: trackId } = await makeTrack(site.db, userId, { privacy: 'private' })
  const list = await makePlaylist(site.db, userId, [trackId], { privacy: 'private' })
  const { token } = await makeShareLink(site.db, { userId, trackId, playlistId: list.id })
  const writing = await site.db.transaction(async (tx) => {
    await tx.select().from(playlists).where(eq(playlists.id, list.id)).for('update')
    const path = `/api/share/${token}/notes`
    const response = newBrowser()('POST', path, { body: { trackId, ...note } })
    await isWaiting()
    await tx.delete(playlists).where(eq(playlists.id, list.id))
    return { response }
  })
  expect((await writing.response).status).toBe(404)
})

test('share notes: the list of links says how many each has', async () => {
  const made = await makeLink()
  for (const position of [1, 2, 3]) await leave(made, newBrowser(), { position })
  const path = `/api/share-links?trackId=${made.track.id}`
  const links = await (await site.asOwner('GET', path)).json()
  expect(links).toMatchObject([{ noteCount: 3 }])
})

test.each([
  [{ name: '' }, 'Name is required'],
  [{ text: ' ' }, 'Note is required'],
  [{ text: 'x'.repeat(501) }, 'Note must be less than 500 characters'],
  [{ position: null }, 'Please choose a moment'],
])('share notes: %j is refused with a sentence', async (fields, message) => {
  const made = await makeLink()
  const body = { trackId: made.track.id, ...note, ...fields }
  const response = await site.visitor('POST', `${made.path}/notes`, { body })
  expect([response.status, await response.json()]).toEqual([400, { message }])
})

test('share notes: the owner of the link reports one, and a moderator removes it and brings it back', async () => {
  const made = await makeLink()
  const browser = newBrowser()
  const { id } = await leave(made, browser)
  const body = { kind: 'note', id, reason: 'hateful' }
  for (const caller of [site.asOtherUser, site.asAdministrator]) {
    const refused = await caller('POST', '/api/reports', { body })
    expect([refused.status, await refused.json()]).toEqual([404, { message: 'Note not found' }])
  }
  expect((await site.asOwner('POST', '/api/reports', { body })).status).toBe(201)
  const items = (await (
    await site.asAdministrator('GET', '/api/admin/reports')
  ).json()) as ReportedItem[]
  const item = items.find((one) => one.note?.id === id)
  expect(item).toMatchObject({
    kind: 'note',
    note: { name: note.name, text: note.text, track: { id: made.track.id } },
    user: { id: site.owner.id },
  })
  const decision = `/api/admin/reports/${item?.id}/decision`
  const reason = 'Hateful.'
  const suspended = await site.asAdministrator('POST', decision, {
    body: { decision: 'suspend', reason },
  })
  expect([suspended.status, await suspended.json()]).toEqual([
    400,
    { message: 'The author of a note has no account.' },
  ])
  const removed = await site.asAdministrator('POST', decision, {
    body: { decision: 'remove', reason },
  })
  expect(removed.status).toBe(200)
  expect(await listed(made.notes)).toEqual([])
  expect(await notesSeenBy(made, browser)).toEqual([])
  expect((await site.asAdministrator('DELETE', decision)).status).toBe(200)
  expect((await listed(made.notes)).map((one) => one.id)).toEqual([id])
})
