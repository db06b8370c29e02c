import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuthServerWithDatabase } from '#server/testing/auth-server.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'

let server: Awaited<ReturnType<typeof startAuthServerWithDatabase>>
beforeAll(async () => {
  server = await startAuthServerWithDatabase()
})
afterAll(() => server.close())

const linkTo = (label: string, text: string) =>
  new RegExp(`href="([^"]+)">${label}<`).exec(text)?.[1] ?? ''

const formFor = async (query: string) => (await server.browser().open(`/api/login?${query}`)).text

test.each([
  ['follow', 'Sign in to follow Nara Ishimoto'],
  ['like', 'Sign in to like &quot;Night Market&quot;'],
  ['profile', 'Sign in to see Nara Ishimoto'],
  ['comment', 'Sign in to comment on &quot;Night Market&quot;'],
  ['repost', 'Sign in to repost &quot;Night Market&quot;'],
  ['save', 'Sign in to save &quot;Rain&quot;'],
  ['report', 'Sign in to send a report'],
  ['playlist', 'Sign in to add &quot;Night Market&quot; to a playlist'],
  ['upload', 'Sign in to upload a track'],
])('sign-in form: with the reason %s it says "%s"', async (reason, sentence) => {
  const db = server.db
  const user = await makeUser(db, { displayName: 'Nara Ishimoto' })
  const track = await makeTrack(db, user.id, { title: 'Night Market' })
  const playlist = await makePlaylist(db, user.id, [], { title: 'Rain' })
  const isAboutUser = reason === 'follow' || reason === 'profile'
  const subject = (isAboutUser ? user : reason === 'save' ? playlist : track).id
  expect(await formFor(`reason=${reason}&subject=${subject}`)).toContain(sentence)
})

test('sign-in form: names of others are escaped, and hidden or missing ones are not shown', async () => {
  const db = server.db
  const user = await makeUser(db, { displayName: '<b>Nara</b>' })
  const hidden = await makeTrack(db, user.id, { title: 'Secret', privacy: 'private' })
  const follow = await formFor(`reason=follow&subject=${user.id}`)
  expect(follow).toContain('Sign in to follow &lt;b&gt;Nara&lt;/b&gt;')
  const like = await formFor(`reason=like&subject=${hidden.id}`)
  expect(like).toContain('Sign in to like tracks')
  expect(like).not.toContain('Secret')
  expect(await formFor(`reason=follow&subject=${hidden.id}`)).toContain('follow artists')
})

test('sign-in form: a link cannot add a text of its own', async () => {
  const plain = await formFor('reason=Call+us&subject=Now&purpose=Call+us')
  expect(plain).not.toContain('Call us')
  for (const [name, value] of [
    ['reason', 'call us'],
    ['subject', 'call us'],
    ['returnTo', 'https://evil.example'],
    ['returnTo', '//evil.example'],
    ['purpose', 'call us'],
  ] as const) {
    const browser = server.browser()
    const { headers } = await browser.request('/api/login?reason=follow')
    const url = new URL(headers.get('location') ?? '')
    expect(url.searchParams.get('reason')).toBe('follow')
    url.searchParams.set(name, value)
    const { text } = await browser.open(url)
    expect(text).toContain('<h1>Sign in</h1>')
    expect(text).not.toContain('call us')
    expect(text).not.toContain('evil')
  }
})

test('sign-in form: before a profile it offers to continue to it without an account', async () => {
  const user = await makeUser(server.db, { displayName: 'Low Tide Choir' })
  const page = `/profile/${user.id}`
  const text = await formFor(`returnTo=${page}&reason=profile&subject=${user.id}`)
  expect(text.replace(/<[^>]+>/g, '')).toContain(
    'Sign in to see Low Tide Choir, or continue without an account',
  )
  expect(linkTo('continue without an account', text)).toBe(page)
  expect(text).not.toContain('Continue without an account')
})

test('sign-in form: before the library it says so', async () => {
  expect(await formFor('returnTo=/library/likes')).toContain('Sign in to open your library')
})

test.each([
  ['/track/blue-hour', '/track/blue-hour'],
  ['/upload', '/discover'],
  ['/library/history', '/discover'],
  ['/letmein/reports', '/discover'],
  ['//evil.example', '/'],
])('sign-in form: from %s one can continue without an account to %s', async (returnTo, page) => {
  const text = await formFor(`returnTo=${encodeURIComponent(returnTo)}`)
  expect(linkTo('Continue without an account', text)).toBe(page)
})

test('sign-in form: the reason stays on the form for a new account and after an error', async () => {
  const browser = server.browser()
  const form = await browser.open('/api/login?reason=upload')
  const wrong = await browser.submit(form, {
    email: 'a@example.org',
    password: 'not the password',
  })
  expect(wrong.text).toContain('Sign in to upload a track')
  const create = await browser.open(linkTo('Create account', wrong.text))
  expect(create.text).toContain('Create an account to upload a track')
})
