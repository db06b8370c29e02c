import type { ZoneTransfer } from '#web/ui/use-drop-zone.ts'
import { isRejected } from './send-audio.ts'
import { askForFile, hashOf, isSameFile, reopen, storedFile } from './stored-file.ts'
import type { DraftStore, Transfer } from './upload-draft.ts'
import { sendAudioInZone } from './zone-transfers.ts'

/** The transfer of the audio file of a single upload, which continues when the same file is chosen again. */
export function createStoredTransfer(store: DraftStore) {
  const update = (changes: Partial<Transfer>) => {
    const { transfer } = store.get()
    if (transfer) store.update({ transfer: { ...transfer, ...changes } })
  }
  const isOf = (file: File) => store.get().transfer?.file.lastModified === file.lastModified
  async function rememberHash(file: File) {
    const hash = await hashOf(file)
    const { transfer } = store.get()
    if (hash && transfer && isOf(file)) update({ file: { ...transfer.file, hash } })
  }
  return {
    async send(file: File, zone: ZoneTransfer): Promise<string> {
      const { transfer } = store.get()
      const isSame = transfer !== null && (await isSameFile(file, transfer.file))
      const started = isSame ? transfer.upload : undefined
      store.update({ transfer: { file: storedFile(file), upload: started } })
      void rememberHash(file)
      const onStarted = (upload: Transfer['upload']) => {
        update({ upload })
        store.save()
      }
      try {
        return await sendAudioInZone(file, zone, { started, onStarted })
      } catch (error) {
        // To ask for it again would be of no use, and the server deletes what it rejects.
        if (isRejected(error) && isOf(file)) store.update({ transfer: null })
        throw error
      }
    },
    async reopen({ ask }: { ask: boolean }): Promise<File | undefined> {
      const { transfer } = store.get()
      if (!transfer) return undefined
      const isBegun = transfer.upload !== undefined
      return ask ? askForFile(transfer.file, isBegun) : reopen(transfer.file, isBegun)
    },
  }
}
