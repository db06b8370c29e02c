import type { Playlist } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { replaceCover } from '#web/api/uploads.ts'
import { createUuid } from '#web/lib/create-uuid.ts'
import type { ReleaseFields } from './release-fields.ts'
import type { DraftStore, UploadDraft } from './upload-draft.ts'
import type { UploadItems } from './upload-items.ts'

export type ChosenRelease = { fields: ReleaseFields; cover: File | undefined }

/** Creates the release of a bulk upload, unless no track has arrived. Called again, it puts later ones in their place. */
export async function saveRelease(
  list: UploadItems,
  store: DraftStore,
  { fields, cover }: ChosenRelease,
  setCover = replaceCover,
): Promise<Playlist | null> {
  const trackIds = list.get().flatMap(({ track }) => track?.id ?? [])
  if (trackIds.length === 0) return null
  function remember(known: Pick<UploadDraft['release'], 'key' | 'created'>) {
    store.update({ release: { ...store.get().release, ...known } })
    store.save()
  }
  const { key = createUuid() } = store.get().release
  // The response may be lost, and the page closed.
  remember({ key })
  const created = await request(routes.createPlaylist, { body: { ...fields, key, trackIds } })
  remember({ created })
  if (cover && created.coverUrl === null) await setCover(created.id, cover)
  return created
}
