import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { environment, readConfig } from '#server/config.ts'
import { assertCurrentSchema } from '#server/database/migrate.ts'
import { StartupError } from '#server/errors.ts'
import { countPending, findTrackId, queueTracks } from '#server/modules/processing/repository.ts'
import { startProcessing } from '#server/modules/processing/worker.ts'
import { analysisConcurrency, createAudioAnalyzer } from '#server/platform/media/audio-analyzer.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { openSite, runCommand } from './site-command.ts'

const pollMs = 1000

/** `npm run process -- --missing|--all|TRACK`: analyzes audio, beside a server that is running or without one. */
await runCommand('The audio was not processed', async (onExit) => {
  const options = readOptions()
  const { postgres, store } = await openSite(readConfig(environment()), onExit)
  const { db } = postgres
  await assertCurrentSchema(db)
  await queue(db, options)
  const total = await countPending(db)
  const errors: unknown[] = []
  const worker = startProcessing(
    { db, store, analyzer: createAudioAnalyzer() },
    { concurrency: analysisConcurrency, pollMs, onFailure: (error) => errors.push(error) },
  )
  onExit(() => worker.stop())
  for (let left = total; left > 0; left = await countPending(db)) {
    if (errors.length > 0) throw errors[0]
    showProgress(`${Math.max(0, total - left)} of ${total} analyzed`)
    await wait(pollMs)
  }
  showProgress(`${total} of ${total} analyzed\n`)
  return { ok: true }
})

async function queue(db: Db, { missing, all, track }: ReturnType<typeof readOptions>) {
  if (missing || all) return queueTracks(db, all ? 'all' : 'missing')
  const trackId = await findTrackId(db, track ?? '')
  if (!trackId) throw new StartupError(`there is no track ${track}.`)
  return queueTracks(db, { trackId })
}

function readOptions() {
  const usage = new StartupError(
    'name what to process: --missing, --all, or the slug or id of a track.',
  )
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { missing: { type: 'boolean' }, all: { type: 'boolean' } },
    })
    const given = [values.missing, values.all, ...positionals].filter(Boolean)
    if (given.length !== 1) throw usage
    return { missing: values.missing, all: values.all, track: positionals[0] }
  } catch {
    throw usage
  }
}

/** On a terminal in place, otherwise on lines of their own. */
function showProgress(text: string) {
  process.stdout.write(process.stdout.isTTY ? `\r${text}` : `${text.trimEnd()}\n`)
}
