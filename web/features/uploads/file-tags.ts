import { tagsOf } from './audio-files.ts'
import type { UploadItems } from './upload-items.ts'

/** Fills in title, cover and further tags of added files, one file after the other. */
export function createFileTags(list: UploadItems, read = tagsOf) {
  const reads = new Map<string, Promise<void>>()
  let last = Promise.resolve()

  /** `fileTitle`: that of its name. */
  async function fill(id: string, fileTitle: string | undefined) {
    const file = list.item(id)?.file
    if (!file) return
    try {
      const { suggestions, release, cover } = await read(file)
      const { title, ...tags } = suggestions
      const item = list.item(id)
      if (!item) return
      const isTyped = item.title !== fileTitle
      list.update(id, {
        tags,
        release: { ...release, ...(release.number === undefined && item.release) },
        ...(title && !isTyped && { title }),
        ...(cover && !item.artwork && { artwork: cover }),
      })
    } catch {
      // The server validates the file.
    } finally {
      list.update(id, { isReading: false })
    }
  }
  return {
    add(ids: readonly string[]) {
      for (const id of ids) {
        const title = list.item(id)?.title
        last = last.then(() => fill(id, title)).finally(() => reads.delete(id))
        reads.set(id, last)
      }
    },
    /** Resolves once the tags of a track are filled in. */
    whenRead: async (id: string): Promise<void> => reads.get(id),
  }
}
