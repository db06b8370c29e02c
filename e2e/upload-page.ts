import { truncate, writeFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { CurrentUser } from '#contract/auth.ts'
import type { Track } from '#contract/tracks.ts'
import { fixture, id3Tag } from '#server/testing/sample-files.ts'

/** Page helpers for the upload page. */

type ChosenFile = { name: string; mimeType: string; buffer: Buffer }

export const audioFile = (name = 'tone.wav', as = name): ChosenFile => ({
  name: as,
  mimeType: '',
  buffer: fixture(name),
})
/** Files with these names and different content: of copies a bulk upload adds one. */
export const audioFiles = (names: readonly string[]): ChosenFile[] =>
  names.map((name, n) => {
    const frames = Array<Buffer>(n + 2).fill(fixture('tone.aac'))
    return { name, mimeType: '', buffer: Buffer.concat(frames) }
  })
export const imageFile = (buffer: Buffer, name = 'cover.png'): ChosenFile => ({
  name,
  mimeType: '',
  buffer,
})

/** Playwright chooses files in file inputs only, not in the dialog that keeps handles on them. */
export const withoutFileHandles = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'showOpenFilePicker', { value: undefined })
  })

/** Builds an MP3 file with a title and a cover in its ID3 tag. */
export function taggedMp3(title: string, cover: Buffer): Buffer {
  const frame = (name: string, content: Buffer) => {
    const head = Buffer.alloc(10)
    head.write(name)
    head.writeUInt32BE(content.length, 4)
    return Buffer.concat([head, content])
  }
  const tags = Buffer.concat([
    frame('TIT2', Buffer.from(`\0${title}`, 'latin1')),
    frame('APIC', Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), cover])),
  ])
  const plain = fixture('tone.mp3')
  const oldTag = 10 + (plain[9] ?? 0)
  return Buffer.concat([id3Tag(tags.length, tags), plain.subarray(oldTag)])
}

/** Selects the file and waits until the drop zone shows it as uploaded. */
export async function chooseAudio(page: Page, file: ChosenFile): Promise<void> {
  await page.getByLabel('Audio file').setInputFiles(file)
  await expect(page.getByRole('button', { name: `Remove ${file.name}` })).toBeVisible()
}

/** Drops files on the drop zone. */
export async function dropFiles(page: Page, files: { name: string; type: string }[]) {
  const data = await page.evaluateHandle((chosen) => {
    const transfer = new DataTransfer()
    for (const { name, type } of chosen)
      transfer.items.add(new File([name.padEnd(2000)], name, { type }))
    return transfer
  }, files)
  const zone = page.locator('label[data-state]').first()
  await zone.dispatchEvent('dragover', { dataTransfer: data })
  await expect(zone).toHaveAttribute('data-state', 'over')
  await expect(zone).toContainText('Drop to upload')
  await zone.dispatchEvent('drop', { dataTransfer: data })
}

/** Creates a sparse file of this size. */
export async function sparseFile(path: string, size: number): Promise<string> {
  await writeFile(path, '')
  await truncate(path, size)
  return path
}

/** Matches the URLs that receive the bytes of a file. */
export const isTransfer = (url: URL) => /\/uploads\//.test(url.pathname)

export async function tracksOf(request: APIRequestContext, user: CurrentUser): Promise<Track[]> {
  return (await request.get(`/api/users/${user.id}/tracks`)).json()
}

export async function signInAgain(page: Page, user: CurrentUser): Promise<void> {
  await page.getByLabel('Email').fill(user.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
