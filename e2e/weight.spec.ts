import { expect, test } from '@playwright/test'
import { firstLoadOf } from '../scripts/first-load.ts'

const most = 100 * 1024

for (const page of [
  'pages/landing/landing-page.tsx',
  'pages/discover/discover-page.tsx',
  'pages/track/track-page.tsx',
])
  test(`${page} is there with at most 100 KiB of JavaScript`, () => {
    // Of the build that the end-to-end tests run against, as it is sent to browsers that know gzip.
    const { files, gzippedBytes } = firstLoadOf(page)
    expect(files.length).toBeGreaterThan(4)
    expect(gzippedBytes).toBeLessThanOrEqual(most)
  })
