import type { Parameters } from './parameters.ts'
import { noSuch } from './protocol.ts'

/** A community is not a library: apps that synchronize everything get what the user has collected, unless they ask for all. */
export const musicFolders = [
  { id: 1, name: 'My library' },
  { id: 2, name: 'Everything' },
] as const
export type Folder = 'library' | 'everything'

export function folderOf(parameters: Parameters): Folder {
  const id = parameters.get('musicFolderId') || '1'
  if (id === '1') return 'library'
  if (id === '2') return 'everything'
  throw noSuch('Music folder')
}
