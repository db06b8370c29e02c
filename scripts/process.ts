import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { environment, readConfig } from '#server/config.ts'
import { assertCurrentSchema } from '#server/database/migrate.ts'
import { StartupError } from '#server/errors.ts'
import type { ProcessingDeps } from '#server/modules/processing/deps.ts'
import { processNext } from '#server/modules/processing/process-track.ts'
import {
  countPending,
  findTrackId,
  isPending,
  queueTracks,
} from '#server/modules/processing/queue-repository.ts'
import { startProcessing } from '#server/modules/processing/worker.ts'
import {
  createAudioProcessor,
  processingConcurrency,
} from '#server/platform/media/audio-processor.ts'
import { ensureSandbox } from './build.ts'
import { type OnExit, openSite, runCommand } from './site-command.ts'

const pollMs = 1000
let lastShown = ''

/**
 * `npm run process -- --missing|--all|TRACK`: analyzes audio and makes renditions, beside a server that is running or
 * without one. What is queued stays queued if the command is interrupted.
 */
await runCommand('The audio was not processed', async (onExit) => {
  const options = readOptions()
  const config = readConfig(environment())
  await ensureSandbox()
  const { postgres, store } = await openSite(config, onExit)
  const { db } = postgres
  await assertCurrentSchema(db)
  const deps: ProcessingDeps = {
    db,
    store,
    processor: createAudioProcessor(),
    renditions: config.renditions,
    hasFreeSpace: postgres.hasFreeSpace,
  }
  if (options.track === undefined) {
    await queueTracks(db, options.all ? 'all' : 'missing', config)
    await processQueue(deps, onExit)
  } else await processOne(deps, options.track, onExit)
  return { ok: true }
})

async function processQueue(deps: ProcessingDeps, onExit: OnExit) {
  const total = await countPending(deps.db)
  const errors: unknown[] = []
  const worker = startProcessing(deps, {
    concurrency: processingConcurrency,
    pollMs,
    onFailure: (error) => errors.push(error),
  })
  onExit(() => worker.stop())
  for (let left = total; left > 0; left = await countPending(deps.db)) {
    if (errors.length > 0) throw errors[0]
    showProgress(`${Math.max(0, total - left)} of ${total} processed`)
    await wait(pollMs)
  }
  showProgress(`${total} of ${total} processed\n`)
}

/** Without waiting for the rest of the queue. */
async function processOne(deps: ProcessingDeps, slugOrId: string, onExit: OnExit) {
  onExit(() => deps.processor.close())
  const trackId = await findTrackId(deps.db, slugOrId)
  if (!trackId) throw new StartupError(`there is no track ${slugOrId}.`)
  await queueTracks(deps.db, { trackId }, deps)
  showProgress('0 of 1 processed')
  // A server that runs may have been faster.
  while (await isPending(deps.db, trackId))
    if ((await processNext(deps, trackId)) === undefined) await wait(pollMs)
  showProgress('1 of 1 processed\n')
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

/** Updates one line on a terminal; otherwise prints a line if the text has changed. */
function showProgress(text: string) {
  if (text.trimEnd() === lastShown && !process.stdout.isTTY) return
  lastShown = text.trimEnd()
  process.stdout.write(process.stdout.isTTY ? `\r${text}` : `${text.trimEnd()}\n`)
}
