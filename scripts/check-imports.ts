import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import * as contractPaths from '#contract/paths.ts'

/**
 * Checks the import rules of docs/ARCHITECTURE.md: which folder may import which, where a package may be used, that
 * the modules form an acyclic graph, and that no files import each other in a cycle. Type imports count. Checks also
 * that zod is not on the first load of a page, and that no path of the API is spelled out in the web, and no path of
 * contract/paths.ts in server and web.
 * `--graph` prints the module graph.
 */
type Rule = { files: RegExp; mayImport: RegExp; because: string }
type PackageRule = { packages: RegExp; onlyIn: RegExp; because: string }

const rules: Rule[] = [
  { files: /^brand\//, mayImport: /^brand\//, because: 'brand imports nothing' },
  {
    files: /^(contract|server|web)\//,
    mayImport: /^(?!demo\/)/,
    because: 'the product does not depend on the demo data',
  },
  {
    files: /^(brand|contract|server|web)\//,
    mayImport: /^(?!.*\/testing\/|.*\/test-[^/]*$)/,
    because: 'the product does not depend on its tests',
  },
  { files: /^contract\//, mayImport: /^contract\//, because: 'the contract imports nothing else' },
  {
    files: /^web\/lib\//,
    mayImport: /^(web\/lib|contract)\//,
    because: 'lib is the lowest layer of the web',
  },
  {
    files: /^web\/ui\//,
    mayImport: /^((web\/(ui|lib)|brand)\/|contract\/paths\.ts$)/,
    because: 'ui takes props and no data',
  },
  {
    files: /^web\/api\//,
    mayImport: /^(web\/(api|lib)|contract)\//,
    because: 'api is below the screens',
  },
  {
    files: /^web\/features\//,
    mayImport: /^(web\/(features|api|ui|lib)|contract|brand)\//,
    because: 'features are below components and pages',
  },
  {
    files: /^web\/components\//,
    mayImport: /^(web\/(components|features|api|ui|lib)|contract|brand)\//,
    because: 'components are below pages',
  },
  {
    files: /^web\/pages\//,
    mayImport: /^(web\/(pages|components|features|api|ui|lib)|contract|brand)\//,
    because: 'pages are below the app',
  },
  {
    files: /^web\/(features\/offline\/service-worker|auth-pages)\//,
    mayImport: /^(web\/(features\/offline\/service-worker|auth-pages|lib)|contract)\//,
    because: 'service worker and sign-in forms load no code of the app',
  },
  ...['controls', 'sync', 'engine', 'queue'].map((folder, i, order) => ({
    files: new RegExp(`^web/features/player/${folder}/`),
    mayImport: new RegExp(`^(?!web/features/player/(${order.slice(0, i).join('|') || '-'})/)`),
    because: `in the player the order is ${order.join(' → ')}`,
  })),
  {
    files: /^web\/embed\//,
    mayImport: /^(web\/(embed|features\/player|ui|lib)|contract|brand)\//,
    because: 'the embedded player has a build of its own, without the pages of the app',
  },
  {
    files: /^web\//,
    mayImport: /^(web|contract|brand)\//,
    because: 'the web never imports the server',
  },
  {
    files: /^server\//,
    mayImport: /^(server|contract|brand)\//,
    because: 'the server imports neither the web nor scripts',
  },
  {
    files: /^server\/(config|errors|viewer)\.ts$/,
    mayImport: /^(server\/(config|errors|viewer)\.ts$|contract\/)/,
    because: 'every layer of the server imports it',
  },
  {
    files: /^server\/platform\//,
    mayImport:
      /^(server\/platform\/|server\/(errors|config|viewer|database\/schema)\.ts$|contract\/|brand\/)/,
    because: 'the platform knows nothing of the product',
  },
  {
    files: /^server\/shared\//,
    mayImport:
      /^(server\/(shared|platform|database)\/|server\/(errors|config|viewer)\.ts$|contract\/|brand\/)/,
    because: 'shared helpers are below the modules',
  },
  {
    files: /^server\/database\//,
    mayImport: /^(server\/(database|platform\/postgres)\/|server\/(config|errors)\.ts$)/,
    because: 'tables are below the modules',
  },
  {
    files: /^server\/modules\//,
    mayImport:
      /^(server\/(modules|shared|platform|database)\/|server\/(errors|config|viewer)\.ts$|contract\/|brand\/)/,
    because: 'modules are below the app',
  },
  {
    files: /^server\/modules\/.*[/-]routes\.ts$/,
    mayImport: /^(?!.*repository\.ts$)/,
    because: 'routes call services, and services call repositories',
  },
  {
    files: /^server\/modules\/(?!.*[/-]routes\.ts$)/,
    mayImport: /^(?!server\/modules\/.*[/-]routes\.ts$)/,
    because: 'nothing in a module imports its routes',
  },
  {
    files: /^server\/modules\/.*repository\.ts$/,
    mayImport: /^(?!.*\/(service|policy|presenter)\.ts$)/,
    because: 'a repository holds SQL alone',
  },
  {
    files: /^server\/modules\/.*\/presenter\.ts$/,
    mayImport: /^(?!.*\/(service|policy)\.ts$)/,
    because: 'a presenter only shapes rows',
  },
]

const platform = /^(server\/(platform|database|testing)\/|scripts\/|bench\/|e2e\/|[^/]+$)/
const packageRules: PackageRule[] = [
  {
    packages: /^(fastify|@fastify\/|fastify-)/,
    onlyIn: /^server\/(platform\/|modules\/.*[/-]routes\.ts$|app\.ts$|testing\/)/,
    because: 'only routes know HTTP',
  },
  {
    packages: /^(drizzle-orm|pg)(\/|$)/,
    onlyIn:
      /(^server\/(platform\/postgres|database)\/|[/-]repository\.ts$|^server\/shared\/visibility\.ts$|^server\/testing\/|^bench\/)/,
    because: 'only repositories know the database library',
  },
  {
    packages: /^((node:)?fs(\/|$)|@aws-sdk\/|openid-client|oidc-provider|sharp|file-type)/,
    onlyIn: platform,
    because: 'only the platform knows files, stores, identity and media',
  },
  {
    packages: /^music-metadata/,
    onlyIn: new RegExp(`${platform.source}|^web/features/uploads/read-tags\\.ts$`),
    because: 'only the platform and the suggestions of the upload form read tags',
  },
  {
    packages: /^(?!zod$)[a-z@]/,
    onlyIn: /^(?!contract\/)/,
    because: 'the contract imports zod alone',
  },
  { packages: /./, onlyIn: /^(?!brand\/)/, because: 'brand imports nothing' },
]

/** From the lowest feature of the web to the highest; one that is not listed imports none. */
const featureOrder =
  'session theme installed-app account follows likes reports share playlists player offline search uploads'.split(
    ' ',
  )

/** The only page whose form is visible at once: elsewhere forms are in dialogs, which are loaded when they are opened. */
const pageWithForm = 'web/pages/upload/upload-page.tsx'

/** The first segments of the paths of contract/paths.ts. */
const firstSegments = [...Object.values(contractPaths.paths), ...Object.values(contractPaths)]
  .map((each) => (typeof each === 'string' ? each.split('/')[1] : ''))
  .filter(Boolean)
const knownPath = new RegExp(`['"\`}]/(${firstSegments.join('|')})['"\`/?]`)

type Graph = Map<string, Set<string>>
const addEdge = (graph: Graph, from: string, to: string) =>
  graph.set(from, (graph.get(from) ?? new Set()).add(to))

const isTest = (file: string) =>
  /\.test\.tsx?$|\.suite\.ts$|\/testing\/|\/test-[^/]+\.ts$/.test(file)

const problems: string[] = []
const fileGraph: Graph = new Map()
const moduleGraph: Graph = new Map()
const onFirstLoad = new Set<string>()
// Not a literal in the call: knip would take every file that matches it as used.
const sources =
  '{bench,brand,chaos,contract,demo,e2e,scripts,server,web}/**/*.{ts,tsx,mts,cts,js,mjs,cjs}'
for await (const found of glob(sources)) {
  const file = found.split(path.sep).join('/')
  if (!isTest(file)) checkPaths(file)
  for (const specifier of importsOf(file)) {
    const target = resolve(file, specifier)
    if (target) addEdge(fileGraph, file, target)
    if (isTest(file)) continue
    if (target && !existsSync(target))
      problems.push(`${file} imports ${target}, which is no file: write the name with its ending.`)
    if (target) checkTree(file, target)
    else if (/^(brand|contract|server|web)\//.test(file)) checkPackage(file, specifier)
  }
}
for await (const page of glob('web/{app/main.tsx,pages/**/*-page.tsx}'))
  if (page !== pageWithForm) reportZod(page, [])
reportCycle('files', fileGraph)
reportCycle('modules', moduleGraph)

function checkPaths(file: string) {
  const source = readFileSync(file, 'utf8')
  if (/^web\//.test(file) && spellsApiPath(source))
    problems.push(
      `${file} spells an API path: use request() or urlFor() with a name of contract/routes.ts.`,
    )
  if (/^(server|web)\//.test(file) && spellsKnownPath(source))
    problems.push(`${file} spells a path of contract/paths.ts: import it from there.`)
}

function checkTree(file: string, target: string) {
  for (const rule of rules)
    if (rule.files.test(file) && !rule.mayImport.test(target))
      problems.push(`${file} imports ${target}: ${rule.because}.`)
  const [from, to] = [moduleOf(file), moduleOf(target)]
  if (from && to && from !== to) {
    addEdge(moduleGraph, from, to)
    if (/(routes|repository)\.ts$/.test(target))
      problems.push(
        `${file} imports ${target}: a module never imports the routes or repository of another.`,
      )
  }
  const [feature, other] = [featureOf(file), featureOf(target)]
  if (feature && other && featureOrder.indexOf(other) > featureOrder.indexOf(feature))
    problems.push(`${file} imports ${target}: a feature imports only lower ones.`)
  const [page, otherPage] = [pageOf(file), pageOf(target)]
  if (page && otherPage && page !== otherPage)
    problems.push(`${file} imports ${target}: a page does not import another page.`)
}

function checkPackage(file: string, name: string) {
  for (const rule of packageRules)
    if (rule.packages.test(name) && !rule.onlyIn.test(file))
      problems.push(`${file} imports ${name}: ${rule.because}.`)
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

/** Follows static imports of values: those that the browser loads with the page. */
function reportZod(file: string, trail: string[]) {
  if (onFirstLoad.has(file) || !/\.tsx?$/.test(file)) return
  onFirstLoad.add(file)
  const source = readFileSync(file, 'utf8')
  for (const [, clause = '', name = ''] of source.matchAll(
    /^(?:import|export)\b([^'"()=]*?)(?:\bfrom\s*)?['"]([^'"]+)['"]/gm,
  )) {
    const names = /^\s*\{([^}]*)\}\s*$/.exec(clause)?.[1]?.split(',') ?? [clause]
    if (clause.trim() && names.every((each) => /^\s*(type\b|$)/.test(each))) continue
    const target = resolve(file, name)
    if (target) reportZod(target, [...trail, file])
    else if (/\bzod\b/.test(name))
      problems.push(`zod is on the first load: ${[...trail, file].join(' → ')}.`)
  }
}

/** Static, dynamic and type imports, exports from other files, and `require`. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const found = source.matchAll(
    /(?:\b(?:from|import)\s*|\b(?:import|require)\s*\(\s*)(['"`])([^'"`\n]+)\1/g,
  )
  return [...found].map(([, , name = '']) => name)
}

/** As a string, a template, an entry of a list to be joined, or a pattern. */
function spellsApiPath(source: string) {
  return /['"`}/]api['"`/]|\/api\\?\//.test(source.replace(/^(import|} from) .*$/gm, ''))
}

/** As a string or in a template, comments aside. */
function spellsKnownPath(source: string) {
  return knownPath.test(source.replace(/^\s*(\/?\*|\/\/).*$/gm, ''))
}

/** The file in this repository, or undefined for a package. */
function resolve(file: string, specifier: string): string | undefined {
  const name = specifier.replace(/\?.*$/, '')
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name)
  return name.startsWith('#') ? name.slice(1) : undefined
}

function moduleOf(file: string) {
  return /^server\/modules\/([^/]+)\//.exec(file)?.[1]
}
function featureOf(file: string) {
  return /^web\/features\/([^/]+)\//.exec(file)?.[1]
}
function pageOf(file: string) {
  return /^web\/pages\/([^/]+)/.exec(file)?.[1]
}

if (process.argv.includes('--graph'))
  for (const [from, to] of [...moduleGraph].toSorted())
    console.log(`${from} → ${[...to].toSorted().join(', ')}`)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log('Imports follow the rules.')
