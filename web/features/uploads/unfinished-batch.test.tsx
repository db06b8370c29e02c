import { act, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import type { PublishedFile } from '#contract/uploads.ts'
import { ApiError } from '#web/api/client.ts'
import { renderWithProviders, status } from '#web/components/testing/render-with-providers.tsx'
import { testPlaylist } from '#web/components/testing/test-playlists.ts'
import { chooseFile } from '#web/lib/file-handles.ts'
import { BulkUpload } from './bulk-form.tsx'
import { sendAudio } from './send-audio.ts'
import { askForFile, hashOf } from './stored-file.ts'
import { UnfinishedBatchNotice } from './unfinished-batch-notice.tsx'
import { createDraftStore, type DraftStore } from './upload-draft.ts'
import { type Bulk, useBulk } from './use-bulk.ts'

vi.mock('./send-audio.ts', { spy: true })
vi.mock('./stored-file.ts', { spy: true })
vi.mock('#web/lib/file-handles.ts', { spy: true })

const artist = { id: 'ines', displayName: 'Ines' } as CurrentUser
const onAllDone = vi.fn()
const isShown = vi.fn(() => true)
let bulk: Bulk

function Screen({ store }: { store: DraftStore }) {
  const [outcomes] = useState({ isShown, onAllDone, onSessionExpired: () => {} })
  bulk = useBulk(artist, store, outcomes)
  const title = store.get().release.created?.title
  return (
    <>
      <UnfinishedBatchNotice bulk={bulk} title={title} onContinue={bulk.continueBatch} />
      <BulkUpload bulk={bulk} user={artist} store={store} onCancel={() => {}} />
    </>
  )
}

/** Files whose name begins with 'Broken' are no audio; of 'Unlucky' ones nothing is stored. */
function renderBulk(stored = new Map<string, unknown>(), earlier: PublishedFile[] = []) {
  vi.mocked(sendAudio).mockImplementation(async ({ name }) => {
    if (name.startsWith('Broken')) throw new ApiError(415, '', '')
    if (name.startsWith('Unlucky')) throw new ApiError(500, '', '')
    return `/objects/${name}`
  })
  const records = new Map(stored)
  const store = createDraftStore(records, async (changes) => {
    for (const [key, value] of changes) records.set(key, value)
  })
  const onRelease: string[] = []
  const handlers = {
    'POST /api/tracks': (_url: URL, body: unknown) => {
      const { title } = body as { title: string }
      return Response.json({ id: title, slug: title }, { status: 201 })
    },
    'POST /api/playlists': (_url: URL, body: unknown) => {
      const { title, trackIds } = body as { title: string; trackIds: string[] }
      onRelease.splice(0, onRelease.length, ...trackIds)
      return Response.json(testPlaylist('odd', { title }), { status: 201 })
    },
    'PUT /api/playlists/odd': status(200),
    'PUT /api/tracks/One': status(200),
    'PUT /api/tracks/Two': status(200),
    'GET /api/objects/published': () => Response.json(earlier),
  }
  const { user, ...rendered } = renderWithProviders(<Screen store={store} />, { handlers })
  const choose = (...names: string[]) =>
    act(() => bulk.addFiles(names.map((name) => new File([name], `${name}.mp3`))))
  const published = () =>
    rendered.requests
      .filter(({ call }) => call === 'POST /api/tracks')
      .map(({ body }) => (body as { title: string }).title)
  const hidden = () =>
    rendered.requests
      .filter(({ body }) => body && Object.keys(body).join() === 'privacy')
      .map(({ call, body }) => `${call} ${(body as { privacy: string }).privacy}`)
  return { user, toasts: rendered.toasts, choose, published, hidden, records, store, onRelease }
}

const titles = () =>
  screen.queryAllByRole<HTMLInputElement>('textbox', { name: 'Title' }).map(({ value }) => value)
const question = () => screen.findByRole('region', { name: 'Unfinished upload' })

/** An album of which one track has failed. */
async function uploadOddAlbum(failing = 'Broken') {
  const screenOf = renderBulk()
  const { user, choose } = screenOf
  await choose('One', 'Two', failing)
  await user.click(screen.getByRole('switch', { name: 'Release as an album' }))
  await user.type(screen.getByLabelText('Album title'), 'The Odd Album')
  await user.click(await screen.findByRole('button', { name: /^Upload \d Tracks$/ }))
  await screen.findByRole('heading', { name: '2 published · 1 failed' })
  return screenOf
}

test('finished batch: files that are chosen next do not join its album unasked', async () => {
  const { user, choose, published, onRelease } = await uploadOddAlbum()
  await choose('Loose')
  const asked = await question()
  expect(asked.textContent).toContain('Is Loose.mp3 part of “The Odd Album”?')
  expect(titles()).toEqual(['Broken'])
  await user.click(within(asked).getByRole('button', { name: 'Start new' }))
  expect(titles()).toEqual(['Loose'])
  expect(screen.queryByRole('region', { name: 'Unfinished upload' })).toBeNull()
  expect(screen.queryByLabelText('Album title')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Upload 1 Track' }))
  await vi.waitFor(() => expect(published()).toContain('Loose'))
  expect(onRelease).toEqual(['One', 'Two'])
})

test('finished batch: it is continued with a file that is to take the place of the failed one', async () => {
  const { user, choose, onRelease } = await uploadOddAlbum()
  await choose('Repaired')
  const resume = within(await question()).getByRole('button', { name: 'Continue “The Odd Album”' })
  await user.click(resume)
  await user.click(screen.getByRole('button', { name: 'Remove Broken' }))
  await user.click(await screen.findByRole('button', { name: 'Upload 1 Track' }))
  await vi.waitFor(() => expect(onRelease).toEqual(['One', 'Two', 'Repaired']))
})

test('finished batch: once its failed rows are removed, the next files begin another one', async () => {
  const { user, choose } = await uploadOddAlbum()
  await user.click(screen.getByRole('button', { name: 'Remove Broken' }))
  await choose('Loose')
  expect(titles()).toEqual(['Loose'])
  expect(screen.queryByLabelText('Album title')).toBeNull()
})

test('finished batch: a file of it that is chosen again is not added', async () => {
  const { choose } = await uploadOddAlbum()
  await choose('One')
  expect(screen.queryByRole('region', { name: 'Unfinished upload' })).toBeNull()
  expect(bulk.list.get()).toHaveLength(3)
})

test('finished batch: when the page is opened again it is only offered, and continues where it was', async () => {
  const { records, store } = await uploadOddAlbum()
  store.save()
  document.body.replaceChildren()
  const { user } = renderBulk(records)
  const asked = await question()
  expect(asked.textContent).toContain('“The Odd Album”: 2 published, 1 not uploaded yet.')
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.getByLabelText('Audio files')).toBeTruthy()
  await user.click(within(asked).getByRole('button', { name: 'Continue “The Odd Album”' }))
  expect(screen.getByRole('heading', { name: '2 published · 1 failed' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^View the/ })).toBeTruthy()
})

test('finished batch: its release names the button by which a failed file is chosen again', async () => {
  const { records, store } = await uploadOddAlbum('Unlucky')
  expect(screen.getByText(/was created without Unlucky\. Use “Retry” in its row/)).toBeTruthy()
  store.save()
  document.body.replaceChildren()
  const { user, published, onRelease } = renderBulk(records)
  await user.click(await screen.findByRole('button', { name: 'Continue “The Odd Album”' }))
  expect(screen.getByText(/without Unlucky\. Use “Choose again” in its row/)).toBeTruthy()
  vi.mocked(sendAudio).mockImplementation(async () => '/objects/Unlucky.mp3')
  vi.mocked(askForFile).mockResolvedValueOnce(new File(['Unlucky'], 'Unlucky.mp3'))
  const button = screen.getByRole('button', { name: 'Choose again: Unlucky.mp3' })
  await user.hover(button)
  expect((await screen.findByRole('tooltip')).textContent).toBe('Choose again: Unlucky.mp3')
  await user.click(button)
  await vi.waitFor(() => expect(onRelease).toEqual(['One', 'Two', 'Unlucky']))
  expect(published()).toEqual(['Unlucky'])
})

test('finished batch: another file takes the place of one that is no audio', async () => {
  const { user, published, onRelease } = await uploadOddAlbum()
  expect(screen.getByText('Upload failed with status 415')).toBeTruthy()
  expect(screen.getByText('This is not an audio file')).toBeTruthy()
  expect(screen.getByText(/without Broken\. Use “Choose another” in its row/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry Broken' })).toBeNull()
  const another = screen.getByRole('button', { name: 'Choose another file for Broken' })
  vi.mocked(chooseFile).mockResolvedValueOnce(new File(['One'], 'One.mp3'))
  await user.click(another)
  expect(await screen.findByText('One.mp3 is here already.')).toBeTruthy()
  vi.mocked(chooseFile).mockResolvedValueOnce(new File(['Good'], '03 - Repaired.mp3'))
  await user.click(another)
  await vi.waitFor(() => expect(onRelease).toEqual(['Repaired', 'One', 'Two']))
  expect(published()).toContain('Repaired')
})

test('bulk upload: the button counts what will be uploaded, without a file that is no audio', async () => {
  const { choose } = renderBulk()
  await choose('One', 'Broken', 'Two')
  expect(await screen.findByRole('button', { name: 'Upload 2 Tracks' })).toBeTruthy()
})

test('bulk upload: a refused file is a failed row after the page was closed, not an interrupted one', async () => {
  const { records, choose, store } = renderBulk()
  await choose('One', 'Broken')
  await vi.waitFor(() => expect(bulk.list.get()[1]?.status).toBe('uploading'))
  await vi.waitFor(() => expect(bulk.list.get()[0]?.status).toBe('failed'))
  store.save()
  document.body.replaceChildren()
  const { user } = renderBulk(records)
  expect(await screen.findByText('Upload failed with status 415')).toBeTruthy()
  expect(screen.queryByText(/Your upload was interrupted/)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Upload 1 Track' }))
  await screen.findByRole('heading', { name: '1 published · 1 failed' })
  expect(screen.queryByText(/Your upload was interrupted/)).toBeNull()
})

test('finished batch: while it is only offered, dropped files ask whether they belong to it', async () => {
  const { records, store } = await uploadOddAlbum()
  store.save()
  document.body.replaceChildren()
  const { user } = renderBulk(records)
  await question()
  await user.upload(screen.getByLabelText('Audio files'), new File(['Loose'], 'Loose.mp3'))
  await screen.findByText('Is Loose.mp3 part of “The Odd Album”?')
  await user.click(screen.getByRole('button', { name: 'Start new' }))
  await vi.waitFor(() => expect(titles()).toEqual(['Loose']))
})

test('finished batch: to start new instead leaves nothing of it', async () => {
  const { records, store } = await uploadOddAlbum()
  store.save()
  document.body.replaceChildren()
  const { user, store: reopened } = renderBulk(records)
  await user.click(within(await question()).getByRole('button', { name: 'Start new' }))
  expect(bulk.list.get()).toEqual([])
  expect(reopened.get()).toMatchObject({ release: {}, shared: { publishAt: '' } })
  expect(screen.getByLabelText('Audio files')).toBe(document.activeElement)
})

test('bulk upload: after Clear All nothing of the release stays', async () => {
  const { user, choose, store } = renderBulk()
  await choose('One')
  await user.click(screen.getByRole('switch', { name: 'Release as an album' }))
  await user.type(screen.getByLabelText('Album title'), 'Thaw')
  await user.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(store.get().release).toEqual({})
  await choose('Two')
  expect(screen.queryByLabelText('Album title')).toBeNull()
  await user.click(screen.getByRole('switch', { name: 'Release as an album' }))
  expect(screen.getByLabelText<HTMLInputElement>('Album title').value).toBe('')
})

test('bulk upload: two choices of the same file at once add it once', async () => {
  renderBulk()
  const files = () => [new File(['One'], 'One.mp3')]
  await act(() => Promise.all([bulk.addFiles(files()), bulk.addFiles(files())]))
  expect(titles()).toEqual(['One'])
})

test('bulk upload: a file that the user has published is pointed out, and sent only if they want it', async () => {
  const track = { id: 'old', slug: 'old', title: 'One', createdAt: '2026-05-03T12:00:00Z' }
  const contentHash = (await hashOf(new File(['One'], 'other name.mp3'))) ?? ''
  const earlier = [{ size: 3, contentHash, fileName: null, track }]
  const { user, choose, published } = renderBulk(undefined, earlier)
  await choose('One', 'Two')
  expect(await screen.findByText(/^You published this on .*2026$/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Upload 1 Track' }))
  await vi.waitFor(() => expect(published()).toEqual(['Two']))
  await user.click(screen.getByRole('button', { name: 'Upload One' }))
  await user.click(await screen.findByRole('button', { name: 'Upload 1 Track' }))
  await vi.waitFor(() => expect(published()).toEqual(['Two', 'One']))
})

test('bulk upload: of a published file without a hash, name and size are compared', async () => {
  const track = { id: 'old', slug: 'old', title: 'One', createdAt: '2026-05-03T12:00:00Z' }
  const earlier = [{ size: 3, contentHash: null, fileName: 'One.mp3', track }]
  const { choose } = renderBulk(undefined, earlier)
  await choose('One', 'Two')
  expect(await screen.findAllByText(/^You published this/)).toHaveLength(1)
})

test('bulk upload: more than six files get a view of their own, which an error in the form leaves', async () => {
  const { user, choose } = renderBulk()
  await choose('1', '2', '3', '4', '5', '6')
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  await choose('7')
  await user.click(screen.getByRole('switch', { name: 'Release as an album' }))
  await user.click(screen.getByRole('button', { name: 'Show all 7' }))
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.getAllByRole('listitem')).toHaveLength(7)
  expect(screen.getByRole('list').className).not.toContain('max-h-96')
  await user.click(await screen.findByRole('button', { name: 'Upload 7 Tracks' }))
  expect(await screen.findByText('Album title is required')).toBeTruthy()
  expect(screen.getByRole('form', { name: 'For all tracks' })).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Album title')))
  expect(screen.getByRole('list').className).toContain('max-h-96')
})

test('bulk upload: the file chooser precedes the form, also where they are in one column', () => {
  renderBulk()
  const chooser = screen.getByLabelText('Audio files')
  const form = screen.getByRole('form', { name: 'For all tracks' })
  expect(chooser.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('bulk upload: failed files come first in the list', async () => {
  const { choose } = renderBulk()
  await choose('A', 'B', 'Unlucky')
  await vi.waitFor(() => expect(titles()).toEqual(['Unlucky', 'A', 'B']))
})

const changes = (privacy: string) =>
  ['playlists/odd', 'tracks/One', 'tracks/Two'].map((path) => `PUT /api/${path} ${privacy}`)

test('finished batch: all that was published is made unlisted or private, with its release', async () => {
  const { user, hidden } = await uploadOddAlbum()
  await user.click(screen.getByRole('button', { name: 'Make all unlisted' }))
  expect(await screen.findByRole('heading', { name: '2 unlisted · 1 failed' })).toBeTruthy()
  expect(hidden()).toEqual(changes('unlisted'))
  await user.click(screen.getByRole('button', { name: 'Make all private' }))
  expect(await screen.findByRole('heading', { name: '2 private · 1 failed' })).toBeTruthy()
})

test('bulk upload: where all are uploaded in the other mode, the toast makes them private', async () => {
  isShown.mockReturnValueOnce(false)
  const { user, toasts, choose, hidden } = renderBulk()
  expect(screen.getByText(/Tracks are created public/)).toBeTruthy()
  await choose('One', 'Two')
  await user.click(await screen.findByRole('button', { name: 'Upload 2 Tracks' }))
  await vi.waitFor(() => expect(onAllDone).toHaveBeenCalled())
  const [, action] = toasts.get()?.actions ?? []
  expect(action?.label).toBe('Make all private')
  act(() => action && 'onClick' in action && action.onClick())
  await vi.waitFor(() => expect(hidden()).toEqual(changes('private').slice(1)))
})

test('bulk upload: two clicks before the button is disabled create each track once', async () => {
  const { choose, published } = renderBulk()
  await choose('One', 'Two')
  const button = await screen.findByRole('button', { name: 'Upload 2 Tracks' })
  await act(async () => {
    button.click()
    button.click()
  })
  await screen.findByRole('heading', { name: /^2 published/ })
  await vi.waitFor(() => expect(bulk.isRunning).toBe(false))
  expect(published().toSorted()).toEqual(['One', 'Two'])
})
