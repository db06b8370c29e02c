import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { StartupError } from '#server/errors.ts'
import { takeBackup } from '#server/modules/backup/take-backup.ts'
import { askForStore, isRightStore } from '#server/modules/doctor/right-store.ts'
import { beginBackup } from '#server/platform/backup/write-backup.ts'
import { type Command, type CommandContext, openSite } from './site-command.ts'
import { tryRestore } from './try-restore.ts'

/** `npm run backup -- <folder>`: a copy of the whole site in a new folder, while it is in use, and a trial of it. */
export const backup: Command = {
  failurePrefix: 'No backup was made',
  async run(context) {
    const { args, env, output, onExit } = context
    const { target, isTried } = readArguments(args)
    const config = readConfig(env)
    const { postgres, store } = await openSite(config, context)
    const begin = async () => {
      const writer = await beginBackup(target)
      onExit(() => writer.discard())
      return writer
    }
    const { dataDir } = config
    const { manifest, audio } = await takeBackup({ postgres, store, dataDir, begin })
    const { files, tables, takenAt, missing = 0 } = manifest
    const rows = tables.reduce((sum, { lines }) => sum + lines, 0)
    output.log(
      `${target} contains a backup of ${config.brandName} from ${takenAt}: ${rows} rows and ${files.lines} files (${Math.ceil(files.bytes / 1024 / 1024)} MB).`,
    )
    if (missing > 0) output.error(describeMissing(missing))
    if (!isRightStore(audio))
      output.error(
        `Only ${audio.present} of ${audio.tracks} audio files that the database names are in this store. ${askForStore}`,
      )
    if (config.sessionSecret)
      output.log('SESSION_SECRET comes from your settings and is not in the backup: save it too.')
    return { ok: (await tried(target, isTried, context)) && missing === 0 }
  },
}

const usage = 'name a new folder: npm run backup -- <new folder> [--no-try]'

function readArguments(args: string[]) {
  try {
    const options = { 'no-try': { type: 'boolean', default: false } } as const
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const [target] = positionals
    if (target) return { target, isTried: !values['no-try'] }
  } catch {}
  throw new StartupError(usage)
}

async function tried(target: string, isTried: boolean, context: CommandContext): Promise<boolean> {
  if (isTried) return tryRestore(target, context)
  context.output.log(`It was not tried: npm run doctor -- --try-restore ${target}`)
  return true
}

const describeMissing = (missing: number) =>
  `${missing === 1 ? '1 file of the site is' : `${missing} files of the site are`} not in the store, and so not in the backup: its missing.txt lists them, and npm run doctor says what they are.`
