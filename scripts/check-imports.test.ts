import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Each file breaks one rule, in the words that the script reports. */
const violations: [file: string, code: string, problem: string][] = [
  ['web/lib/a.ts', 'import "../pages/x.ts"', 'web/lib may import only contract'],
  ['web/lib/b.ts', 'export const b = () => import(`../pages/x.ts`)', 'web/lib may import only'],
  ['web/lib/c.ts', "export type C = import('../pages/x.ts').X", 'web/lib may import only'],
  ['web/lib/d.ts', "export { x } from '#server/app.ts'", 'web/lib may import only'],
  ['web/app/a.ts', "import '#server/app.ts'", 'web may import only contract, brand'],
  ['web/api/a.ts', "import '#web/features/a/x.ts'", 'web/api may import only'],
  ['web/ui/a.ts', "import '#contract/z.ts'", 'web/ui may import only'],
  ['web/features/b/x.ts', "import '#web/components/x.ts'", 'web/features may import only'],
  ['web/features/likes/a.ts', "import '../player/x.ts'", 'the order from below is session'],
  ['web/features/b/y.ts', "import '../likes/x.ts'", 'the order from below is session'],
  ['web/features/player/queue/a.ts', "import '../sync/x.ts'", 'the order from below is queue'],
  ['web/components/a.ts', "import '../pages/x.ts'", 'web/components may import only'],
  ['web/pages/a.ts', "import '#web/app/b.ts'", 'web/pages may import only'],
  ['web/pages/c/x.ts', "import '../x.ts'", 'a page does not import another page'],
  ['web/pages/c/y.ts', "import '../d/x.ts'", 'a page does not import another page'],
  ['web/embed/a.ts', "import '../pages/x.ts'", 'web/embed may import only'],
  ['web/features/offline/service-worker/a.ts', "import '#web/ui/x.ts'", 'may import only web/lib'],
  ['web/auth-pages/a.ts', "import '../ui/x.ts'", 'web/auth-pages may import only'],
  ['web/lib/f.ts', "export const f = '/api' + '/tracks'", 'spells an API path'],
  ['web/lib/g.ts', "export const g = ['', 'api', 'tracks'].join('/')", 'spells an API path'],
  ['web/lib/h.ts', 'export const h = `https://example.org/api/tracks`', 'spells an API path'],
  ['web/lib/i.ts', 'export const i = /^\\/api\\/tracks/', 'spells an API path'],
  ['web/lib/j.js', "fetch('/api/tracks')", 'spells an API path'],
  ['web/lib/l.ts', "export const l = '/track/' + 'a'", 'spells a path of contract/paths.ts'],
  ['web/lib/m.ts', "import './n.ts'", 'Cycle of files'],
  ['web/lib/n.ts', "import type { M } from './m.ts'", 'Cycle of files'],
  [
    'server/main.ts',
    `export const m = \`\${''}/search?q=a\``,
    'spells a path of contract/paths.ts',
  ],
  ['server/startup-message.ts', "import '../scripts/x.ts'", 'server may import only'],
  ['server/app.ts', "import './testing/x.ts'", 'does not depend on its tests'],
  ['server/config.ts', "import '#web/lib/k.ts'", 'server/config.ts may import only'],
  ['server/errors.ts', "import './modules/a/x.ts'", 'server/errors.ts may import only'],
  ['server/platform/a.ts', "import a = require('../modules/a/x.ts')", 'server/platform may import'],
  ['server/shared/a.ts', "import '../modules/a/x.ts'", 'server/shared may import only'],
  ['server/database/a.ts', "import '../shared/x.ts'", 'server/database may import only'],
  ['server/modules/a/y.ts', "import '#server/app.ts'", 'server/modules may import only'],
  ['server/modules/a/z.ts', "import './routes.ts'", 'nothing in a module imports its routes'],
  ['server/modules/a/list-routes.ts', "import './repository.ts'", 'routes call services'],
  ['server/modules/a/list-repository.ts', "import './policy.ts'", 'holds SQL alone'],
  ['server/modules/b/presenter.ts', "import './policy.ts'", 'only shapes rows'],
  ['server/modules/b/x.ts', "import '../a/repository.ts'", 'its module alone may'],
  ['server/modules/c/x.ts', "import '../d/x.ts'", 'Cycle of modules'],
  ['server/modules/a/service.ts', "import 'fs/promises'", 'only the platform knows files'],
  ['server/modules/a/presenter.ts', "import 'fastify'", 'only routes know HTTP'],
  ['server/modules/b/service.ts', "import 'drizzle-orm'", 'only repositories know'],
  [
    'server/modules/a/parse.ts',
    "import '#server/platform/media/tags/read/x.ts'",
    'parsed in the sandbox alone',
  ],
  ['server/modules/a/probe.ts', "import '#server/platform/media/audio-metadata.ts'", 'parsed in'],
  ['server/platform/media/tags/write/a.ts', "import '../read/x.ts'", 'parsed in the sandbox alone'],
  ['server/platform/media/media.ts', "import './decode/x.ts'", 'parsed in the sandbox alone'],
  ['server/app/a.ts', "import 'opus-decoder'", 'decoders run in the sandbox alone'],
  ['server/platform/a/sharp.ts', "import 'sharp'", 'decoders run in the sandbox alone'],
  ['server/modules/d/tags.ts', "import 'music-metadata'", 'read tags'],
  ['web/pages/b.ts', "import 'music-metadata'", 'read tags'],
  ['contract/a.ts', "import 'react'", 'the contract imports zod alone'],
  ['brand/a.ts', "import 'zod'", 'brand imports nothing'],
]
const permitted: [file: string, code: string][] = [
  ['web/pages/x.ts', 'export type X = string'],
  ['web/pages/c/z.ts', "import './e/x.ts'"],
  ['web/pages/c/e/x.ts', "/** As in `/track/a`. */\nexport const x = '/tracks/a'"],
  ['web/pages/d/x.ts', 'export {}'],
  ['web/features/player/x.ts', "import '../likes/x.ts'"],
  ['web/features/player/sync/x.ts', "import '../queue/x.ts'"],
  ['web/features/player/queue/x.ts', "import '../x.ts'"],
  ['web/features/likes/x.ts', 'export {}'],
  ['web/ui/x.ts', "import '#web/lib/k.ts'"],
  ['web/lib/k.ts', 'export {}'],
  ['scripts/x.ts', 'export {}'],
  ['contract/z.ts', "import 'zod'"],
  ['server/testing/x.ts', 'export {}'],
  ['server/platform/media/tags/read/x.ts', "import '../../decode/x.ts'"],
  ['server/platform/media/decode/x.ts', "import 'opus-decoder'"],
  ['server/platform/media/audio-metadata.ts', "import './tags/read/x.ts'"],
  ['server/platform/media/sandbox/main.ts', "import '../audio-metadata.ts'"],
  ['server/modules/a/admin-routes.ts', "import 'fastify'"],
  ['server/modules/d/x.ts', "import '../c/y.ts'"],
]

test('check-imports: every violation of the rules is reported, and nothing else', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-imports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [file, code] of [...violations, ...permitted]) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), `${code}\n`)
  }
  const script = path.resolve('scripts/check-imports.ts')
  const { stderr } = spawnSync(process.execPath, [script], { cwd: folder })
  const problems = stderr.toString().trim().split('\n')
  const isOf = ([file, , problem]: (typeof violations)[number], line: string) =>
    line.includes(problem) && (line.includes(file) || problem.includes('modules'))
  const missed = violations.filter((each) => !problems.some((line) => isOf(each, line)))
  expect(missed).toEqual([])
  expect(problems.filter((line) => !violations.some((each) => isOf(each, line)))).toEqual([])
})
