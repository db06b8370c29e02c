import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

/** Each file breaks one rule, in the words that the script reports. */
const violations: [file: string, code: string, problem: string][] = [
  ['web/lib/a.ts', 'import "../pages/x.ts"', 'lib is the lowest layer'],
  ['web/lib/b.ts', 'export const b = () => import(`../pages/x.ts`)', 'lib is the lowest layer'],
  ['web/lib/c.ts', "export type C = import('../pages/x.ts').X", 'lib is the lowest layer'],
  ['web/lib/d.ts', "export { x } from '#server/app.ts'", 'the web never imports the server'],
  ['web/lib/e.ts', "import '../pages/x'", 'is no file'],
  ['web/lib/f.ts', "export const f = '/api' + '/tracks'", 'spells an API path'],
  ['web/lib/g.ts', "export const g = ['', 'api', 'tracks'].join('/')", 'spells an API path'],
  ['web/lib/h.ts', 'export const h = `https://example.org/api/tracks`', 'spells an API path'],
  ['web/lib/i.ts', 'export const i = /^\\/api\\/tracks/', 'spells an API path'],
  ['web/lib/j.js', "fetch('/api/tracks')", 'spells an API path'],
  ['web/lib/l.ts', "export const l = '/track/' + 'a'", 'spells a path of contract/paths.ts'],
  [
    'server/main.ts',
    `export const m = \`\${''}/search?q=a\``,
    'spells a path of contract/paths.ts',
  ],
  ['web/pages/c/x.ts', "import '../x.ts'", 'a page does not import another page'],
  ['web/pages/c/y.ts', "import '../d/x.ts'", 'a page does not import another page'],
  ['web/embed/a.ts', "import '../pages/x.ts'", 'without the pages of the app'],
  ['web/features/offline/service-worker/a.ts', "import '#web/ui/x.ts'", 'load no code of the app'],
  ['web/features/likes/a.ts', "import '../player/x.ts'", 'a feature imports only lower ones'],
  ['web/features/player/queue/a.ts', "import '../sync/x.ts'", 'in the player the order is'],
  ['web/pages/a-page.tsx', "import '#contract/z.ts'", 'zod is on the first load'],
  ['server/platform/a.ts', "import a = require('../modules/a/service.ts')", 'the platform'],
  ['server/errors.ts', "import './modules/a/service.ts'", 'every layer of the server'],
  ['server/app.ts', "import './testing/x.ts'", 'does not depend on its tests'],
  ['server/startup-message.ts', "import '../scripts/x.ts'", 'neither the web nor scripts'],
  ['server/config.ts', "import '#web/lib/k.ts'", 'neither the web nor scripts'],
  ['server/modules/a/service.ts', "import 'fs/promises'", 'only the platform knows files'],
  ['server/modules/a/presenter.ts', "import 'fastify'", 'only routes know HTTP'],
]
const permitted: [file: string, code: string][] = [
  ['web/pages/x.ts', 'export type X = string'],
  ['web/pages/c/z.ts', "import './e/x.ts'"],
  ['web/pages/c/e/x.ts', "/** As in `/track/a`. */\nexport const x = '/tracks/a'"],
  ['web/pages/d/x.ts', 'export {}'],
  ['scripts/x.ts', 'export {}'],
  ['web/pages/b-page.tsx', "import type { Z } from '#contract/z.ts'"],
  ['web/features/player/x.ts', "import '../likes/x.ts'"],
  ['web/features/player/sync/x.ts', "import '../queue/x.ts'"],
  ['web/features/player/queue/x.ts', 'export {}'],
  ['web/features/likes/x.ts', 'export {}'],
  ['web/ui/x.ts', "import '#web/lib/k.ts'"],
  ['web/lib/k.ts', 'export {}'],
  ['contract/z.ts', "import 'zod'"],
  ['server/testing/x.ts', "import '../app.ts'"],
  ['server/modules/a/admin-routes.ts', "import 'fastify'"],
]

it('check-imports: it reports every violation of the rules, however the import is written, and nothing else', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-imports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [file, code] of [...violations, ...permitted]) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), `${code}\n`)
  }
  const script = path.resolve('scripts/check-imports.ts')
  const { stderr, status } = spawnSync(process.execPath, [script], { cwd: folder })
  const problems = stderr.toString().trim().split('\n')
  expect(status).toBe(1)
  for (const [file, , problem] of violations)
    expect(problems).toContainEqual(
      expect.stringMatching(new RegExp(`${file}.*${problem}|${problem}.*${file}`)),
    )
  const reported = [...violations.map(([file]) => file), 'Cycle of files: server/app.ts']
  expect(problems.filter((line) => !reported.some((file) => line.includes(file)))).toEqual([])
})
