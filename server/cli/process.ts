import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { assertCurrentSchema } from '#server/database/migrate.ts'
import { StartupError } from '#server/errors.ts'
import {
  countPending,
  findTrackId,
  isPending,
  queueTracks,
} from '#server/modules/processing/queue-repository.ts'
import type { ProcessingDeps } from '#server/modules/processing/renditions.ts'
import { processNext, startProcessing } from '#server/modules/processing/worker.ts'
import {
  createAudioProcessor,
  processingConcurrency,
} from '#server/platform/media/audio-processor.ts'
import { type Command, type CommandContext, openSite } from './site-command.ts'

const pollMs = 1000

/**
 * `npm run process -- --missing|--all|TRACK`: analyzes audio and makes renditions, beside a server that is running or
 * without one. What is queued stays queued if the command is interrupted.
 */
export const processCommand: Command = {
  failurePrefix: 'The audio was not processed',
  async run(context) {
    const { args, env } = context
    const options = readOptions(args)
    const config = readConfig(env)
    const { postgres, store } = await openSite(config, context)
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
      await processQueue(deps, context)
    } else await processOne(deps, options.track, context)
    return { ok: true }
  },
}

async function processQueue(deps: ProcessingDeps, { output, onExit }: CommandContext) {
  const showProgress = createProgressLine(output)
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
  showProgress(`${total} of ${total} processed`, true)
}

/** Without waiting for the rest of the queue. */
async function processOne(
  deps: ProcessingDeps,
  slugOrId: string,
  { output, onExit }: CommandContext,
) {
  const showProgress = createProgressLine(output)
  onExit(() => deps.processor.close())
  const trackId = await findTrackId(deps.db, slugOrId)
  if (!trackId) throw new StartupError(`there is no track ${slugOrId}.`)
  await queueTracks(deps.db, { trackId }, deps)
  showProgress('0 of 1 processed')
  // A server that runs may have been faster.
  while (await isPending(deps.db, trackId))
    if ((await processNext(deps, trackId)) === undefined) await wait(pollMs)
  showProgress('1 of 1 processed', true)
}

function readOptions(args: string[]) {
  const usage = new StartupError(
    'name what to process: --missing, --all, or the slug or id of a track.',
  )
  try {
    const { values, positionals } = parseArgs({
      args,
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
function createProgressLine({ log }: CommandContext['output']) {
  let lastShown = ''
  return (text: string, isLast = false) => {
    if (process.stdout.isTTY) return void process.stdout.write(`\r${text}${isLast ? '\n' : ''}`)
    if (text !== lastShown) log(text)
    lastShown = text
  }
}
