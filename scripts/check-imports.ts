import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import * as contractPaths from '#contract/paths.ts'

/**
 * Checks the import rules of docs/ARCHITECTURE.md, for static, dynamic and type imports; and that no path of the API
 * is spelled out in the web, and no path of contract/paths.ts in server and web.
 */

const screens = ['web/api', 'web/ui', 'web/lib', 'contract', 'brand']
const basics = ['server/viewer.ts', 'server/config.ts', 'server/errors.ts', 'contract']

/** What the files of a folder may import beside each other. The last folder that contains a file counts. */
const layers: Record<string, string[]> = {
  web: ['contract', 'brand'],
  'web/pages': ['web/components', 'web/features', ...screens],
  'web/components': ['web/features', ...screens],
  'web/features': screens,
  'web/api': ['web/lib', 'contract'],
  'web/ui': ['web/lib', 'contract/paths.ts', 'brand'],
  'web/lib': ['contract'],
  'web/features/offline/service-worker': ['web/lib', 'contract'],
  'web/auth-pages': ['web/lib', 'contract'],
  'web/embed': ['web/features/player', 'web/ui', 'web/lib', 'contract', 'brand'],
  server: ['contract', 'brand'],
  'server/modules': ['server/shared', 'server/platform', 'server/database', ...basics, 'brand'],
  'server/shared': ['server/platform', 'server/database', ...basics, 'brand'],
  'server/platform': ['server/database/schema.ts', ...basics, 'brand'],
  'server/database': ['server/platform/postgres', 'server/config.ts', 'server/errors.ts'],
  'server/viewer.ts': basics,
  'server/config.ts': [...basics, 'server/settings.ts', 'server/trial.ts'],
  'server/errors.ts': basics,
}

/** Folders from the lowest to the highest: each imports only lower ones, and one that is not listed imports none. */
const orders: Record<string, string> = {
  'web/features':
    'session theme pwa account follows likes pins reposts credits reports share playlists player offline search uploads versions',
  'web/features/player': 'queue engine sync controls',
}

/** Files and packages that only some files may import. */
const restricted: { targets: RegExp; onlyIn: RegExp; because: string }[] = [
  {
    targets: /^(?!brand\/)/,
    onlyIn: /^(?!brand\/)/,
    because: 'brand imports nothing',
  },
  {
    targets: /^(?!contract\/|zod$)/,
    onlyIn: /^(?!contract\/)/,
    because: 'the contract imports zod alone',
  },
  {
    targets: /\/testing\/|\/test-[^/]*$/,
    onlyIn: /^(?!(brand|contract|server|web)\/)/,
    because: 'the product does not depend on its tests',
  },
  {
    targets: /^server\/modules\/.*[/-]routes\.ts$/,
    onlyIn: /^(?!server\/modules\/)|[/-]routes\.ts$|^server\/modules\/accounts\/provider\//,
    because: 'nothing in a module imports its routes',
  },
  {
    targets: /repository\.ts$/,
    onlyIn: /^(?!server\/modules\/.*[/-]routes\.ts$)/,
    because: 'routes call services, and services call repositories',
  },
  {
    targets: /\/(service|policy|presenter)\.ts$/,
    onlyIn: /^(?!server\/modules\/.*repository\.ts$)/,
    because: 'a repository holds SQL alone',
  },
  {
    targets: /\/(service|policy)\.ts$/,
    onlyIn: /^(?!server\/modules\/.*\/presenter\.ts$)/,
    because: 'a presenter only shapes rows',
  },
  {
    targets: /^(fastify|@fastify\/|fastify-)/,
    onlyIn:
      /^(?!server\/)|^server\/(platform\/|modules\/(.*[/-]routes\.ts$|accounts\/(provider|pages)\/)|app[./])/,
    because: 'only routes know HTTP',
  },
  {
    targets: /^(drizzle-orm|pg)(\/|$)/,
    onlyIn:
      /^(?!server\/)|^server\/(platform\/postgres|database)\/|[/-]repository\.ts$|^server\/shared\/(administrators|hidden-counts|visibility)\.ts$/,
    because: 'only repositories know the database library',
  },
  {
    targets: /^((node:)?fs(\/|$)|@aws-sdk\/|sharp)/,
    onlyIn: /^(?!server\/|web\/)|^server\/(platform|database)\/|^server\/[^/]+$/,
    because: 'only the platform knows files, stores and media',
  },
  {
    targets: /^(openid-client|oidc-provider)/,
    onlyIn: /^(?!server\/|web\/)|^server\/modules\/accounts\/(provider|pages)\//,
    because: 'only the identity provider and its pages know OpenID Connect',
  },
  {
    // What compares the first 32 bytes with signatures is no parser, and square-jpeg.ts reads only images of our own.
    targets:
      /^server\/platform\/media\/(decode|inspect|analysis|render|tags\/read)\/|^server\/platform\/media\/(audio-metadata|audio-frames|image-variants|polyglot|tags\/read-layout)\.ts$/,
    onlyIn:
      /^(?!server\/)|^server\/platform\/media\/(sandbox\/main|audio-metadata|image-variants|tags\/read-layout)\.ts$|^server\/platform\/media\/(decode|inspect|analysis|render|tags\/read)\//,
    because:
      'uploaded bytes are parsed in the sandbox alone (docs/decisions/0015-media-sandbox.md)',
  },
  {
    targets:
      /^(sharp|libopus-wasm|opus-decoder|mpg123-decoder|@wasm-audio-decoders\/|@mediabunny\/)/,
    onlyIn:
      /^(?!server\/)|^server\/platform\/media\/((decode|render)\/|(image-variants|square-jpeg)\.ts$)/,
    because: 'decoders run in the sandbox alone',
  },
  {
    targets: /^music-metadata/,
    onlyIn: /^(?!server\/|web\/)|^web\/features\/uploads\/read-tags\.ts$/,
    because: 'only the suggestions of the upload form read tags',
  },
]

type Graph = Map<string, Set<string>>
const addEdge = (graph: Graph, from: string, to: string) =>
  graph.set(from, (graph.get(from) ?? new Set()).add(to))

const isTest = (file: string) =>
  /\.test\.tsx?$|\.suite\.ts$|\/testing\/|\/test-[^/]+\.tsx?$/.test(file)

const problems: string[] = []
const fileGraph: Graph = new Map()
const moduleGraph: Graph = new Map()
// Not a literal in the call: knip would take every file that matches it as used.
const sources =
  '{bench,brand,chaos,contract,demo,e2e,scripts,server,web}/**/*.{ts,tsx,mts,cts,js,mjs,cjs}'
for await (const found of glob(sources)) {
  const file = found.split(path.sep).join('/')
  const source = readFileSync(file, 'utf8')
  if (!isTest(file)) checkPaths(file, source)
  for (const specifier of importsOf(source)) {
    const target = resolve(file, specifier)
    if (target) addEdge(fileGraph, file, target)
    if (isTest(file)) continue
    if (target) checkFolders(file, target)
    for (const { targets, onlyIn, because } of restricted)
      if (targets.test(target ?? specifier) && !onlyIn.test(file))
        problems.push(`${file} imports ${specifier}: ${because}.`)
  }
}
reportCycle('files', fileGraph)
reportCycle('modules', moduleGraph)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log('Imports follow the rules.')

/** Static, dynamic and type imports, exports from other files, and `require`. */
function importsOf(source: string): string[] {
  const found = source.matchAll(
    /(?:\b(?:from|import)\s*|\b(?:import|require)\s*\(\s*)(['"`])([^'"`\n]+)\1/g,
  )
  return [...found].map(([, , name = '']) => name)
}

/** The file in this repository, or undefined for a package. */
function resolve(file: string, specifier: string): string | undefined {
  const name = specifier.replace(/\?.*$/, '')
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name)
  return name.startsWith('#') ? name.slice(1) : undefined
}

function checkFolders(file: string, target: string) {
  const contains = (folder: string, name: string) =>
    name === folder || name.startsWith(`${folder}/`)
  const [layer, lower = []] =
    Object.entries(layers).findLast(([folder]) => contains(folder, file)) ?? []
  if (layer && ![layer, ...lower].some((folder) => contains(folder, target)))
    problems.push(`${file} imports ${target}: ${layer} may import only ${lower.join(', ')}.`)

  const [module, otherModule] = namesIn('server/modules', file, target)
  if (module && otherModule && module !== otherModule) {
    // By folder: tracks write to moderation/audit, and moderation/reports reads tracks.
    addEdge(moduleGraph, path.posix.dirname(file), path.posix.dirname(target))
    if (/(routes|repository)\.ts$/.test(target))
      problems.push(`${file} imports ${target}: its module alone may.`)
  }
  for (const [folder, order] of Object.entries(orders)) {
    const [from = '.', to = '.'] = namesIn(folder, file, target)
    // Files directly in the folder are used by all.
    if (from.includes('.') || to.includes('.')) continue
    const names = order.split(' ')
    if (names.indexOf(to) > names.indexOf(from))
      problems.push(`${file} imports ${target}: the order from below is ${order}.`)
  }
  const [page, otherPage] = namesIn('web/pages', file, target)
  if (page && otherPage && page !== otherPage)
    problems.push(`${file} imports ${target}: a page does not import another page.`)
}

/** The entry of the folder in which each file is, or undefined. */
function namesIn(folder: string, ...files: string[]) {
  return files.map((file) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined,
  )
}

/** Depth-first search; reports the first cycle that each start reaches. */
function reportCycle(what: string, graph: Graph) {
  const done = new Set<string>()
  const visit = (node: string, trail: string[]) => {
    if (trail.includes(node))
      problems.push(`Cycle of ${what}: ${[...trail.slice(trail.indexOf(node)), node].join(' → ')}.`)
    if (done.has(node) || trail.includes(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
}

function checkPaths(file: string, source: string) {
  // As a string, a template, an entry of a list to be joined, or a pattern.
  const code = source.replace(/^(import|} from) .*$|import\('#[^']*'\)/gm, '')
  if (/^web\//.test(file) && /['"`}/]api['"`/]|\/api\\?\//.test(code))
    problems.push(
      `${file} spells an API path: use request() or urlFor() with a name of contract/routes.ts.`,
    )
  const firstSegments = [...Object.values(contractPaths.paths), ...Object.values(contractPaths)]
    .map((each) => (typeof each === 'string' ? each.split('/')[1] : ''))
    .filter(Boolean)
  const knownPath = new RegExp(`['"\`}]/(${firstSegments.join('|')})['"\`/?]`)
  if (/^(server|web)\//.test(file) && knownPath.test(code.replace(/^\s*(\/?\*|\/\/).*$/gm, '')))
    problems.push(`${file} spells a path of contract/paths.ts: import it from there.`)
}
