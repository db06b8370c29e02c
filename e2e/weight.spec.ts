import { expect, test } from '@playwright/test'
import { firstLoadOf } from '../scripts/first-load.ts'

const maxBytes = 100 * 1024

for (const page of [
  'pages/landing/landing-page.tsx',
  'pages/discover/discover-page.tsx',
  'pages/track/track-page.tsx',
])
  test(`first load: ${page} needs at most 100 KiB of JavaScript`, () => {
    // Gzipped size of the build that the end-to-end tests use.
    const { files, gzippedBytes } = firstLoadOf(page)
    expect(files.length).toBeGreaterThan(4)
    expect(gzippedBytes).toBeLessThanOrEqual(maxBytes)
  })
