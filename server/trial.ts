import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Exists in the DATA_DIR of a restored copy to look at, which must touch nothing of the live site. */
const marker = 'trial'

export const isTrial = (dataDir: string) => existsSync(path.join(dataDir, marker))

export const markAsTrial = (dataDir: string) =>
  writeFile(
    path.join(dataDir, marker),
    'This folder is a trial of a backup. To have the site of the backup, restore it again without --trial.\n',
  )
