import { globSync, readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import {
  embedLoad,
  firstLoadOf,
  maxNeeded,
  maxWithoutClick,
  publicPages,
  weigh,
} from '../scripts/first-load.ts'
import { ownerWithPlaylist } from './playlist-data.ts'
import { test } from './test.ts'

// Gzipped sizes of the build that the end-to-end tests use.
const KiB = 1024

for (const [name, source] of Object.entries(publicPages))
  test(`first load: the ${name} page needs at most ${maxNeeded} KiB of JavaScript`, () => {
    const { files, gzippedBytes } = firstLoadOf(source)
    expect(files.length).toBeGreaterThan(1)
    expect(gzippedBytes).toBeLessThanOrEqual(maxNeeded * KiB)
  })

test('first load: no page but the upload page, whose form is visible at once, loads zod', () => {
  const pages = globSync('pages/**/*-page.tsx', { cwd: 'web' })
  const isZod = (file: string) => readFileSync(`dist/web/${file}`, 'utf8').includes('ZodError')
  const withZod = pages.filter((page) => firstLoadOf(page).files.some(isZod))
  expect(withZod).toEqual(['pages/upload/upload-page.tsx'])
})

async function pathsOf(page: Page): Promise<Record<keyof typeof publicPages, string>> {
  const { owner, playlist, tracks } = await ownerWithPlaylist(page.request, { title: 'Light rain' })
  const [track] = tracks
  return {
    landing: '/',
    discover: '/discover',
    track: `/track/${track?.slug}`,
    playlist: `/playlist/${playlist.slug}`,
    profile: `/profile/${owner.id}`,
    search: `/search?q=${encodeURIComponent(track?.title ?? '')}`,
    section: '/discover/recent',
    genre: `/genre/${track?.genre ?? 'other'}`,
  }
}

test(`without a click: a public page loads at most ${maxWithoutClick} KiB of JavaScript`, async ({
  page: setup,
  browser,
}) => {
  const paths = await pathsOf(setup)
  for (const [name, path] of Object.entries(paths))
    await test.step(name, async () => {
      const context = await browser.newContext()
      const page = await context.newPage()
      const scripts = new Set<string>()
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.endsWith('.js')) scripts.add(pathname.slice(1))
      })
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const { files, gzippedBytes } = weigh(scripts)
      const needed = firstLoadOf(publicPages[name as keyof typeof publicPages])
      expect(files).toEqual(expect.arrayContaining(needed.files))
      expect(files.length).toBeGreaterThan(needed.files.length)
      expect(gzippedBytes, name).toBeLessThanOrEqual(maxWithoutClick * KiB)
      await context.close()
    })
})

test('first sound: the code of the player bar is loaded before the click on play', async ({
  page,
}) => {
  const bar = page.waitForRequest(/\/player-bar-[^/]+\.js$/)
  await page.goto('/discover')
  expect((await (await bar).response())?.status()).toBe(200)
})

test('first load: the embedded player needs at most 45 KiB of JavaScript, in files of its own', () => {
  const { files, gzippedBytes } = embedLoad()
  expect(gzippedBytes).toBeLessThanOrEqual(45 * KiB)
  const ofTheApp = Object.values(publicPages).flatMap((source) => firstLoadOf(source).files)
  expect(ofTheApp.filter((file) => files.includes(file))).toEqual([])
})
