import { globSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { embedWeight, firstLoadOf, idleLoadOf } from '../scripts/first-load.ts'
import { test } from './test.ts'

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

test('first load: no page but the upload page, whose form is visible at once, loads zod', () => {
  const pages = globSync('pages/**/*-page.tsx', { cwd: 'web' })
  const isZod = (file: string) => readFileSync(`dist/web/${file}`, 'utf8').includes('ZodError')
  const withZod = pages.filter((page) => firstLoadOf(page).files.some(isZod))
  expect(withZod).toEqual(['pages/upload/upload-page.tsx'])
})

test('idle load: what every page loads once it is idle, like the player, is at most four files', () => {
  const { files, gzippedBytes } = idleLoadOf('pages/landing/landing-page.tsx')
  expect(files.length).toBeGreaterThan(0)
  expect(files.length).toBeLessThanOrEqual(4)
  expect(gzippedBytes).toBeLessThanOrEqual(72 * 1024)
})

test('first load: the embedded player needs at most 45 KiB of JavaScript, in files of its own', () => {
  const { files, gzippedBytes } = embedWeight()
  expect(gzippedBytes).toBeLessThanOrEqual(45 * 1024)
  expect(firstLoadOf('pages/track/track-page.tsx').files).not.toEqual(expect.arrayContaining(files))
})
