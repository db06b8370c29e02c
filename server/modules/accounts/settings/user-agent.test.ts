import { expect, test } from 'vitest'
import { providerAccountUrl } from './presenter.ts'
import { describeUserAgent } from './user-agent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome',
    'Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0`,
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S938B) ${webkit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  ['curl/8.14.1', null, null],
  ['', null, null],
])(
  'user agent: the browser and the system of "%s" are recognized',
  (userAgent, browser, system) => {
    expect(describeUserAgent(userAgent)).toEqual({ browser, system })
  },
)

test.each([
  ['https://id.example.org/realms/music', 'https://id.example.org/realms/music/account'],
  ['https://accounts.google.com', 'https://myaccount.google.com/'],
  ['https://id.example.org', null],
  [null, null],
])('account page: the URL of the provider %s is %s', (issuer, url) => {
  expect(providerAccountUrl(issuer)).toBe(url)
})
