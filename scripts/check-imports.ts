import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'

/**
 * Who may import whom (docs/ARCHITECTURE.md). Biome refuses cycles; this refuses a wrong direction.
 * A rule speaks of the files it matches: what they may import from our tree, or which packages only they may use.
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
  { files: /^contract\//, mayImport: /^contract\//, because: 'the contract stands alone' },
  {
    files: /^web\/lib\//,
    mayImport: /^(web\/lib|contract)\//,
    because: 'lib is the ground floor of the web',
  },
  {
    files: /^web\/ui\//,
    mayImport: /^(web\/(ui|lib)|brand)\//,
    because: 'ui knows props only, no data',
  },
  {
    files: /^web\/api\//,
    mayImport: /^(web\/(api|lib)|contract)\//,
    because: 'api knows the contract, and no screen',
  },
  {
    files: /^web\/features\//,
    mayImport: /^(web\/(features|api|ui|lib)|contract|brand)\//,
    because: 'features lie below components and pages',
  },
  {
    files: /^web\/components\//,
    mayImport: /^(web\/(components|features|api|ui|lib)|contract|brand)\//,
    because: 'components lie below pages',
  },
  {
    files: /^web\/pages\//,
    mayImport: /^(web\/(pages|components|features|api|ui|lib)|contract|brand)\//,
    because: 'pages lie under the app',
  },
  {
    files: /^web\//,
    mayImport: /^(web|contract|brand)\//,
    because: 'the web never imports the server',
  },
  {
    files: /^server\/platform\//,
    mayImport:
      /^(server\/platform\/|server\/(errors|config|viewer|database\/schema)\.ts$|contract\/|brand\/)/,
    because: 'the platform has no product in it',
  },
  {
    files: /^server\/shared\//,
    mayImport:
      /^(server\/(shared|platform|database)\/|server\/(errors|config|viewer)\.ts$|contract\/|brand\/)/,
    because: 'modules need what is shared, not the other way round',
  },
  {
    files: /^server\/database\//,
    mayImport: /^(server\/(database|platform\/postgres)\/|server\/errors\.ts$)/,
    because: 'the tables know no module',
  },
  {
    files: /^server\/modules\//,
    mayImport:
      /^(server\/(modules|shared|platform|database)\/|server\/(errors|config|viewer)\.ts$|contract\/|brand\/)/,
    because: 'modules lie under the app',
  },
  {
    files: /^server\/modules\/[^/]+\/routes\.ts$/,
    mayImport: /^(?!.*\/(queries|repository)\.ts$)/,
    because: 'routes call functions, and functions call queries',
  },
  {
    files: /^server\/modules\/[^/]+\/(?!routes\.ts)/,
    mayImport: /^(?!.*\/routes\.ts$)/,
    because: 'nothing in a module calls back into routes',
  },
]

const platform = /^(server\/(platform|database|testing)\/|scripts\/|bench\/|e2e\/|[^/]+$)/
const packageRules: PackageRule[] = [
  {
    packages: /^(fastify|@fastify\/|fastify-)/,
    onlyIn: /^server\/(platform\/|modules\/[^/]+\/routes\.ts$|app\.ts$|testing\/)/,
    because: 'only routes know HTTP',
  },
  {
    packages: /^(drizzle-orm|pg)(\/|$)/,
    onlyIn:
      /(^server\/(platform\/postgres|database)\/|\/(queries|repository)\.ts$|^server\/testing\/|^bench\/)/,
    because: 'only queries know the database library',
  },
  {
    packages: /^(node:fs|@aws-sdk\/|openid-client|oidc-provider|sharp|file-type)/,
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

const isTest = (file: string) => /\.test\.tsx?$|\.contract\.ts$|^server\/testing\//.test(file)

const problems: string[] = []
for await (const found of glob('{brand,contract,server,web}/**/*.{ts,tsx}')) {
  const file = found.split(path.sep).join('/')
  if (isTest(file)) continue
  for (const name of importsOf(file)) {
    const target = resolve(file, name)
    if (target) checkTree(file, target)
    else checkPackage(file, name)
  }
}

function checkTree(file: string, target: string) {
  for (const rule of rules)
    if (rule.files.test(file) && !rule.mayImport.test(target))
      problems.push(`${file} imports ${target}: ${rule.because}.`)
  const [from, to] = [moduleOf(file), moduleOf(target)]
  if (from && to && from !== to && /\/(routes|queries|repository)\.ts$/.test(target))
    problems.push(
      `${file} imports ${target}: a module calls another's functions, never its routes or queries.`,
    )
  const [feature, other] = [featureOf(file), featureOf(target)]
  if (feature && other && feature !== other)
    problems.push(`${file} imports ${target}: a feature does not import another feature.`)
}

function checkPackage(file: string, name: string) {
  for (const rule of packageRules)
    if (rule.packages.test(name) && !rule.onlyIn.test(file))
      problems.push(`${file} imports ${name}: ${rule.because}.`)
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(
    (match) => match[1] ?? '',
  )
}

/** The file in our tree, or undefined for a package. */
function resolve(file: string, name: string): string | undefined {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name)
  return name.startsWith('#') ? name.slice(1) : undefined
}

function moduleOf(file: string) {
  return /^server\/modules\/([^/]+)\//.exec(file)?.[1]
}
function featureOf(file: string) {
  return /^web\/features\/([^/]+)\//.exec(file)?.[1]
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log('Imports all go the right way.')
