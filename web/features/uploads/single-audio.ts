import type { ZoneTransfer } from '#web/ui/use-drop-zone.ts'
import { createFileTags } from './file-tags.ts'
import { isRejected } from './send-audio.ts'
import { askForFile, isSameFile, reopen } from './stored-file.ts'
import { describeSpeed } from './transfer-progress.ts'
import { createTransfers, type Send } from './transfers.ts'
import { createUploadItems, type UploadItem } from './upload-items.ts'

export type SingleAudio = ReturnType<typeof createSingleAudio>

/** The audio file of a drop zone, which takes one: a list of one. */
export function createSingleAudio(restored: readonly UploadItem[] = [], send?: Send) {
  const list = createUploadItems(restored.filter(({ isRefused }) => !isRefused))
  let fail: (error: unknown) => void = () => {}
  let unsubscribe = () => {}
  function onFailed(error: unknown, id: string) {
    // To ask for it again would be of no use, and the server deletes what it rejects.
    if (isRejected(error)) list.update(id, { isRefused: true })
    fail(error)
  }
  const transfers = createTransfers(list, onFailed, send)
  function remove() {
    for (const { id } of list.get()) transfers.remove(id)
  }
  return {
    list,
    tags: createFileTags(list),
    transfers,
    remove,
    /** Returns the id of its item: that of the file before if it is the same one, whose upload continues. */
    async place(file: File): Promise<string> {
      const [known] = list.get()
      const isBegun = known?.upload !== undefined || known?.audioUrl !== undefined
      if (known && !known.isRefused && (await isSameFile(file, known.source, isBegun))) {
        list.restoreFile(known.id, file)
        return known.id
      }
      remove()
      return list.add([file])[0] ?? ''
    },
    /** Resolves to the object path of the registered file. */
    send: (id: string, { signal, report }: ZoneTransfer) =>
      new Promise<string>((resolve, reject) => {
        function check() {
          const item = list.item(id)
          if (item?.audioUrl) resolve(item.audioUrl)
          else if (item) report(item.sent / item.source.size, detailOf(item))
        }
        unsubscribe()
        unsubscribe = list.subscribe(check)
        fail = reject
        signal.addEventListener('abort', () => {
          reject(signal.reason)
          transfers.stop()
        })
        transfers.resume(id)
        check()
      }),
    /** The file of an earlier visit. Undefined if the user must be asked for it, or cancels. */
    async reopen({ ask }: { ask: boolean }): Promise<File | undefined> {
      const [known] = list.get()
      return known && (ask ? askForFile : reopen)(known.source, known.upload !== undefined)
    },
  }
}

const detailOf = ({ isWaiting, sent, source, bytesPerSecond }: UploadItem) =>
  isWaiting
    ? 'Your connection was lost. Reconnecting…'
    : describeSpeed({ sent, total: source.size, bytesPerSecond })
