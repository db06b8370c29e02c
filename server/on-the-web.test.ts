import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { projectFolder, readConfig } from './config.ts'

/** The commands of docs/on-the-web.md that can be tried without a machine on the internet. */

const page = readFileSync(path.join(projectFolder, 'docs/on-the-web.md'), 'utf8')
/** The contents of the files that the page writes. */
const filesNamed = (name: string) =>
  [...page.matchAll(/^cat > (\S+) <<'?END'?\n([\s\S]*?)\nEND$/gm)].flatMap(
    ([, file, content = '']) => (file?.endsWith(name) ? content : []),
  )

test.each(filesNamed('.env').map((text) => [text]))(
  'on the web: the server accepts its settings',
  (text) => {
    const settings = parseEnv(text.replace('$(openssl rand -hex 32)', 'x'.repeat(64)))
    expect(readConfig(settings)).toMatchObject({
      publicUrl: 'https://music.example.org',
      brandName: 'Low Tide Radio',
      trustProxy: 1,
    })
  },
)

const [onMachine = '', inContainer = ''] = filesNamed('/cron.daily/soundpost')

test.each([
  ['on the machine', onMachine, '/var/backups/soundpost', 'sudo'],
  ['in a container', inContainer, '/srv/soundpost-backups', 'docker'],
])(
  'on the web: the script of each night keeps seven backups, %s',
  (_where, script, place, program) => {
    // Its last argument is the folder: in a container under another path.
    const backup = 'for folder; do :; done; mkdir "$BACKUPS/$(basename "$folder")"'
    const { folder, run } = prepare(script, place, program, backup)
    expect(run().status).toBe(0)
    const kept = readdirSync(folder).sort()
    expect(kept).toHaveLength(7)
    expect(kept.slice(0, 2)).toEqual(['2026-01-04-0625', '2026-01-05-0625'])
  },
)

test('on the web: a backup before an update has another name than that of the night', () => {
  expect([onMachine, inContainer].map((script) => /\$\(date \S+\)/.exec(script)?.[0])).toEqual(
    Array(2).fill('$(date +%F-%H%M)'),
  )
})

test('on the web: a night whose backup fails removes no older one', () => {
  const { folder, run } = prepare(onMachine, '/var/backups/soundpost', 'sudo', 'exit 1')
  expect(run().status).not.toBe(0)
  expect(readdirSync(folder)).toHaveLength(9)
})

/** Nine backups and one that was killed, and the script with a program in whose place `command` runs. */
function prepare(script: string, place: string, program: string, command: string) {
  const root = mkdtempSync(path.join(tmpdir(), 'soundpost-nightly-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = path.join(root, 'backups')
  for (let day = 1; day <= 9; day += 1)
    mkdirSync(path.join(folder, `2026-01-0${day}-0625`), { recursive: true })
  mkdirSync(path.join(folder, '2026-01-08-0625.unfinished'))
  const standIn = path.join(root, program)
  writeFileSync(standIn, `#!/bin/sh\n${command}\n`)
  chmodSync(standIn, 0o755)
  const adapted = script
    .replaceAll(place, folder)
    .replaceAll('/var/log/soundpost-backup.log', path.join(root, 'log'))
    .replace('cd /opt/soundpost\n', '')
  const env = { ...process.env, PATH: `${root}:${process.env['PATH']}`, BACKUPS: folder }
  return { folder, run: () => spawnSync('sh', ['-c', adapted], { env }) }
}
