import type { Playlist } from '#contract/playlists.ts'
import type { PartUpload } from '#web/api/uploads.ts'
import { draftsPrefix, readRecords, uploadDrafts, writeRecords } from '#web/lib/stored-records.ts'
import type { ReleaseValues } from './release-fields.ts'
import type { StoredFile } from './stored-file.ts'
import { readFileName } from './track-file-name.ts'
import {
  emptySharedForm,
  emptyTrackForm,
  type NewTrackValues,
  type SharedValues,
} from './track-form.ts'
import type { UploadItem } from './upload-items.ts'

/** An uploaded and registered image; `at` is when. */
export type UploadedFile = { path: string; name: string; size: number; at: number }
export type UploadMode = 'single' | 'bulk'

/** The state of the upload page. It survives switching modes, signing in again, a closed tab and a crash. */
export type UploadDraft = {
  mode: UploadMode
  values: NewTrackValues
  artwork: UploadedFile | null
  shared: SharedValues
  release: {
    values?: ReleaseValues
    choice?: boolean | undefined
    /** By which it is created once. */
    key?: string
    created?: Playlist
  }
  /** Whether tracks of a release are being created, or some tracks of the list could not be. */
  run?: 'started' | 'ended' | undefined
}

/** Apart from the rest, because they are large: a record is written when it changes. */
export type DraftImages = {
  artwork?: File | undefined
  /** Of all tracks of a bulk upload, or of their release. */
  shared?: File | undefined
}

const emptyDraft: UploadDraft = {
  mode: 'single',
  values: emptyTrackForm,
  artwork: null,
  shared: emptySharedForm,
  release: {},
}

const saveDelayMs = 300

/** The server deletes a file that no track uses after a day. */
const keptMs = 23 * 3_600_000
const isKept = (at = 0) => Date.now() - at <= keptMs

export type DraftStore = ReturnType<typeof createDraftStore>
type Stored = ReadonlyMap<string, unknown>

/** The draft of a user as it is stored. Nothing is stored while another tab of theirs has the upload page open. */
export async function openDraftStore(userId: string, signal: AbortSignal): Promise<DraftStore> {
  const prefix = draftsPrefix(userId)
  const isFirst = await acquireLock(`${uploadDrafts} ${userId}`, signal)
  const stored = isFirst ? await readRecords(uploadDrafts, prefix) : undefined
  const write = (changes: Stored) => writeRecords(uploadDrafts, prefix, changes)
  return createDraftStore(stored ?? new Map(), stored && write)
}

/** Two tabs would send the same parts. Resolves to false if another one has the lock; it is released by the signal. */
function acquireLock(name: string, signal: AbortSignal): Promise<boolean> {
  // Missing without HTTPS.
  if (!navigator.locks) return Promise.resolve(true)
  const waiting = AbortSignal.any([signal, AbortSignal.timeout(500)])
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { signal: waiting }, () => {
        resolve(true)
        return new Promise<void>((release) => {
          signal.addEventListener('abort', () => release())
        })
      })
      .catch(() => resolve(false))
  })
}

export function createDraftStore(stored: Stored, write?: (changes: Stored) => Promise<void>) {
  const { audio, transfer, ...known } = (stored.get('form') ?? {}) as Partial<UploadDraft> & Earlier
  let form = { ...emptyDraft, ...known }
  if (!isKept(form.artwork?.at)) form = { ...form, artwork: null }
  let images: DraftImages & Pick<Earlier, 'cover'> = { ...(stored.get('images') as DraftImages) }
  const earlier = () => earlierItem({ audio, transfer, cover: images.cover })
  const own = (stored.get('single') as UploadItem | undefined) ?? earlier()
  let items: Record<UploadMode, readonly UploadItem[]> = {
    single: own ? [ifKept(own)] : [],
    bulk: ((stored.get('order') as string[] | undefined) ?? []).flatMap(
      (id) => (stored.get(`item ${id}`) as UploadItem | undefined) ?? [],
    ),
  }
  const isOver = form.run !== 'started' && items.bulk.every(({ status }) => status === 'completed')
  if (isOver && items.bulk.length > 0) clearBulk()
  const saved = new Map(stored)
  let timer: ReturnType<typeof setTimeout> | undefined

  function clearBulk() {
    form = { ...form, shared: emptyDraft.shared, release: {}, run: undefined }
    images = { ...images, shared: undefined }
    items = { ...items, bulk: [] }
  }
  function save() {
    clearTimeout(timer)
    timer = undefined
    const all = new Map<string, unknown>([
      ['form', form],
      ['images', images],
      ['single', items.single.map(storedItem)[0]],
      ['order', items.bulk.map(({ id }) => id)],
      ...items.bulk.map((item) => [`item ${item.id}`, storedItem(item)] as const),
    ])
    const changes = new Map<string, unknown>()
    for (const [key, value] of all) if (!isEqual(saved.get(key), value)) changes.set(key, value)
    for (const key of saved.keys()) if (!all.has(key)) changes.set(key, undefined)
    for (const [key, value] of changes)
      if (value === undefined) saved.delete(key)
      else saved.set(key, value)
    if (changes.size > 0) void write?.(changes)
  }
  /** Also while it changes without a pause, as files are sent. */
  function saveSoon() {
    timer ??= setTimeout(save, saveDelayMs)
  }
  return {
    isPersistent: write !== undefined,
    get: () => form,
    images: () => images,
    items: (mode: UploadMode) => items[mode],
    update(changes: Partial<UploadDraft>) {
      form = { ...form, ...changes }
      saveSoon()
    },
    updateImages(changes: Partial<DraftImages>) {
      images = { ...images, ...changes }
      saveSoon()
    },
    setItems(mode: UploadMode, changed: readonly UploadItem[]) {
      items = { ...items, [mode]: changed }
      if (items.bulk.length === 0) {
        // What is uploaded next is another release.
        const { created: _created, key: _key, ...release } = form.release
        form = { ...form, release, run: undefined }
      }
      saveSoon()
    },
    /** Whether a file was chosen. */
    hasInput: () => items.bulk.length > 0 || items.single.some(({ isRefused }) => !isRefused),
    /** Without delay. */
    save,
    /** One of the two forms; what is in the other stays. */
    clear(mode: UploadMode) {
      if (mode === 'single') {
        const { mode, shared, release, run } = form
        form = { ...emptyDraft, mode, shared, release, run }
        images = { shared: images.shared }
        items = { ...items, single: [] }
      } else clearBulk()
      save()
    },
  }
}

/** The server has deleted what was sent too long ago: it is to be sent again. */
const ifKept = (item: UploadItem): UploadItem =>
  item.audioUrl === undefined || isKept(item.sentAt)
    ? item
    : { ...item, audioUrl: undefined, status: 'pending', progress: 0 }

/** What earlier versions have stored of the file of a single upload. */
type Earlier = {
  audio?: UploadedFile | null | undefined
  transfer?: { file: StoredFile; upload?: PartUpload | undefined } | null | undefined
  cover?: File | undefined
}
function earlierItem({ audio, transfer, cover: artwork }: Earlier): UploadItem | undefined {
  const source = transfer?.file ?? (audio ? { ...audio, lastModified: 0 } : undefined)
  const { title } = readFileName(source?.name ?? '')
  const fresh = { id: '1', title, tags: {}, status: 'pending', progress: 0, sent: 0 } as const
  const sent = audio && ({ audioUrl: audio.path, sentAt: audio.at, status: 'uploading' } as const)
  return source && { ...fresh, ...sent, source, upload: transfer?.upload, artwork }
}

/** A file cannot be stored, only its handle. Progress is what has arrived at the server. */
function storedItem({
  file: _file,
  bytesPerSecond: _speed,
  isReading: _reading,
  isWaiting: _waiting,
  ...item
}: UploadItem) {
  const isUnfinished = item.status === 'uploading' && !item.audioUrl
  return {
    ...item,
    sent: 0,
    ...(isUnfinished && { status: 'pending' as const, progress: 0 }),
  }
}

/** One level deep: values are replaced, not changed. */
function isEqual(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return Object.is(a, b)
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => Object.is(a[key], b[key]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
