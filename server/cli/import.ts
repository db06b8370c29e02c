import { parseArgs } from 'node:util'
import { imageWidths, largeImageWidth } from '#contract/limits.ts'
import { readConfig } from '#server/config.ts'
import { assertCurrentSchema } from '#server/database/migrate.ts'
import { StartupError } from '#server/errors.ts'
import { findUserIds } from '#server/modules/accounts/sessions/repository.ts'
import { importArchive } from '#server/modules/imports/service.ts'
import { openZip } from '#server/platform/archive/unzip.ts'
import { createMedia } from '#server/platform/media/media.ts'
import { type Command, openSite } from './site-command.ts'

/** `npm run import -- ARCHIVE --user EMAIL`: reads an archive of 'Download your data' into an account of this site. */
export const importCommand: Command = {
  failurePrefix: 'Nothing was imported',
  async run(context) {
    const { args, env, output, onExit } = context
    const { file, email } = readArguments(args)
    const { postgres, store } = await openSite(readConfig(env), context)
    const { db, hasFreeSpace } = postgres
    await assertCurrentSchema(db)
    const [userId] = await findUserIds(db, { email })
    if (!userId)
      throw new StartupError(
        `there is no user with the email address ${email}: sign in with it once first.`,
      )
    const media = createMedia({ imageWidths, largeImageWidth })
    onExit(() => media.close())
    const archive = await openZip(file).catch((error: Error) => {
      throw new StartupError(
        `the archive ${file} cannot be read: ${error.message.replace(/\.$/, '')}.`,
        {
          cause: error,
        },
      )
    })
    onExit(async () => archive.close())
    context.setFailurePrefix('Nothing more was imported')
    const imported = await importArchive({ db, hasFreeSpace, store, media }, archive, userId)
    const { problems, left, savedPlaylists, known, ...counts } = imported
    for (const problem of problems) output.error(`Not imported: ${problem}`)
    const counted = Object.entries({ ...counts, 'saved playlists': savedPlaylists })
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
    output.log(`Imported for ${email}: ${counted}.`)
    if (known > 0) output.log(`Here before, and not added again: ${known} tracks and playlists.`)
    for (const { part, reason } of left) output.log(`Not part of an import: ${part}. ${reason}`)
    return { ok: problems.length === 0 }
  },
}

function readArguments(args: string[]): { file: string; email: string } {
  const usage = 'use it as: npm run import -- ARCHIVE --user EMAIL'
  try {
    const options = { user: { type: 'string' } } as const
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const [file, ...others] = positionals
    if (file && others.length === 0 && values.user) return { file, email: values.user }
  } catch (error) {
    throw new StartupError(usage, { cause: error })
  }
  throw new StartupError(usage)
}
