import { readFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cookieNames } from './cookie-names.ts'

const isListed = (name: string) => (cookieNames as readonly string[]).includes(name)

test('cookies: docs/public-site.md lists each of them, and no other', () => {
  const page = readFileSync('docs/public-site.md', 'utf8')
  const [line = ''] = /^- Cookies: .*$/m.exec(page) ?? []
  const named = [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(cookieNames.toSorted())
})

test('cookies: every place that sets one takes its name from the list', async () => {
  const unlisted: string[] = []
  for await (const file of glob('{server,web,contract}/**/*.{ts,tsx,js}')) {
    if (/\.test\.|\/testing\/|test-/.test(file)) continue
    const source = await readFile(file, 'utf8')
    const literals = [
      /document\.cookie = `(\w+)=/g,
      /hostCookie\('(\w+)'/g,
      /\w+Cookie(?:: CookieName)? = '(\w+)'/g,
      /\b(?:session|interaction|resume): '(\w+)'/g,
    ].flatMap((pattern) => [...source.matchAll(pattern)].map(([, name = '']) => name))
    unlisted.push(...literals.filter((name) => !isListed(name)).map((name) => `${file}: ${name}`))
    // All others name one of these.
    const setters = source.matchAll(
      /(?:document\.cookie = `|setCookie\(|cookies\.set\(|header\('set-cookie', `)([^,=\n]+)/g,
    )
    for (const [, name = ''] of setters)
      if (!knownName.test(name) && !isListed(name)) unlisted.push(`${file}: ${name}`)
  }
  expect(unlisted).toEqual([])
})

const knownName =
  /^(name|cookie\.name|(session|browser|invite)Cookie\.name|welcomeCookie|\$\{(listener|welcome)Cookie\}|reply(: Reply)?|name: string|provider\.cookieName\('session'\))$/
