import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { defaultFolder } from '../dataset/open.ts'
import type { Bench, BenchContext } from './bench.ts'
import { mergeSections, type Section, toSection, toTable } from './results.ts'
import { findTools, type Tools } from './tools.ts'

const folder = path.join(import.meta.dirname, '..')
const page = path.join(folder, 'results.md')
const names = globSync('*.ts', { cwd: folder })
  .map((file) => path.basename(file, '.ts'))
  .sort()

const help = `npm run bench [-- [name …] [--rounds 3] [--seconds 3] [--datasets DIR] [--profile DIR]]

Runs benchmarks, prints the results and writes them to bench/results.md. Without names: all of
  ${names.join(', ')}
Missing datasets are created first: a million tracks take some minutes and 2 GB.
--profile saves CPU profiles of the server, as .cpuprofile files for a browser's developer tools.`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    datasets: { type: 'string', default: defaultFolder },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const unknown = positionals.filter((name) => !names.includes(name))
const [rounds = 0, seconds = 0] = [options.rounds, options.seconds].map(Number)
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exitCode = 1
} else if (options.help || !(rounds >= 1) || !(seconds > 0)) console.log(help)
else await runAll(positionals.length > 0 ? positionals : names)

async function runAll(selected: readonly string[]) {
  const benches = await Promise.all(selected.map(load))
  const tools = await findTools(new Set(benches.flatMap(({ bench }) => bench.tools)))
  for (const { name, bench } of benches) {
    const section = await measure(name, bench, tools).catch((error: unknown) => {
      console.error(`The benchmark ${name} failed:`, error)
      process.exitCode = 1
    })
    // Written after each benchmark, so that results survive if the next one fails.
    if (section) await saveSection(section)
  }
}

async function load(name: string): Promise<{ name: string; bench: Bench }> {
  const { bench } = (await import(path.join(folder, `${name}.ts`))) as { bench: Bench }
  return { name, bench }
}

async function measure(name: string, bench: Bench, tools: Tools): Promise<Section> {
  const conditions = {
    day: new Date().toISOString().slice(0, 10),
    cores: availableParallelism(),
    architecture: process.arch,
    load: loadavg()[0] ?? 0,
    rounds,
    commit: currentCommit(),
  }
  mkdirSync(options.datasets, { recursive: true })
  const scratch = mkdtempSync(path.join(tmpdir(), 'soundpost-bench-'))
  const context: BenchContext = {
    rounds,
    seconds,
    tools,
    datasets: options.datasets,
    scratch,
    nodeOptions: options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [],
    log: (line) => console.error(`  ${line}`),
  }
  console.log(`\n## ${name}\n\n${bench.description}\n`)
  try {
    const rows = await bench.run(context)
    console.log(toTable(rows))
    return toSection(name, bench.description, rows, conditions)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function currentCommit(): string | undefined {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout?.trim() || undefined
}

async function saveSection(section: Section) {
  const before = existsSync(page) ? await readFile(page, 'utf8') : ''
  await writeFile(page, mergeSections(before, [section]))
}
