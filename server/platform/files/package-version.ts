import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectFolder } from '#server/config.ts'

const { version } = JSON.parse(readFileSync(path.join(projectFolder, 'package.json'), 'utf8')) as {
  version: string
}

export const packageVersion = version
