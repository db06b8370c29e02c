import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder, readConfig } from './config.ts'
import { type Settings, settings } from './settings.ts'

type Name = keyof Settings
type Promised = {
  /** The test that shows what it does: its file, and how its title begins. */
  does: readonly [file: string, title: string]
  /** A value that is refused, with the settings that it needs beside it; 'any' if every text is accepted. */
  invalid: Partial<Record<Name, string>> | 'any'
}

const http = 'server/platform/http'
const signIn = 'server/modules/accounts/sign-in'
const external = `${signIn}/external-provider.test.ts`
const onS3 = [
  'server/two-servers.test.ts',
  'two servers share sessions, uploads, plays and likes',
] as const
const bucket = { S3_BUCKET: 'music' }

/** Every setting, and what holds it to docs/configuration.md. */
const promises: Record<Name, Promised> = {
  PORT: { does: ['server/main.test.ts', 'a port in use'], invalid: { PORT: 'abc' } },
  HOST: { does: ['server/main.test.ts', 'a server with HOST=%s is %s'], invalid: 'any' },
  SHUTDOWN_DELAY: {
    does: ['server/main.test.ts', 'a server that is asked to stop'],
    invalid: { SHUTDOWN_DELAY: '5s' },
  },
  PUBLIC_URL: {
    does: [`${http}/host-guard.test.ts`, 'with PUBLIC_URL its host'],
    invalid: { PUBLIC_URL: 'music.example.org' },
  },
  DATA_DIR: { does: ['server/main.test.ts', 'a server starts, is the only one'], invalid: 'any' },
  DATABASE_URL: {
    does: ['server/platform/postgres/open.test.ts', 'DATABASE_URL works'],
    invalid: { DATABASE_URL: 'mysql://x' },
  },
  DATABASE_DIRECT_URL: {
    does: ['server/platform/postgres/open.test.ts', 'DATABASE_DIRECT_URL is'],
    invalid: { DATABASE_DIRECT_URL: 'db:5432' },
  },
  DATABASE_READ_URL: {
    does: ['server/read-replica.test.ts', 'read replica: whoever has just written'],
    invalid: { DATABASE_READ_URL: 'replica:5432' },
  },
  SUBSONIC_PROXY: {
    does: ['server/modules/subsonic/stream.test.ts', 'stream from S3: with SUBSONIC_PROXY=true'],
    invalid: { SUBSONIC_PROXY: 'yes' },
  },
  LASTFM_API_KEY: {
    does: [
      'server/modules/listening/scrobbling/lastfm.test.ts',
      'Last.fm: users are sent there with the key',
    ],
    invalid: { LASTFM_API_KEY: 'key' },
  },
  LASTFM_SECRET: {
    does: ['server/modules/listening/scrobbling/lastfm.test.ts', 'Last.fm: the token is exchanged'],
    invalid: { LASTFM_SECRET: 'secret' },
  },
  LASTFM_URL: {
    does: ['server/modules/listening/scrobbling/lastfm.test.ts', 'Last.fm: after an outage'],
    invalid: { LASTFM_URL: 'libre.fm' },
  },
  AI_TRAINING: {
    does: ['server/ai-training.test.ts', 'AI training: a host who allows it'],
    invalid: { AI_TRAINING: 'off' },
  },
  OUTGOING_PRIVATE_NETWORKS: {
    does: ['server/platform/http/outgoing.test.ts', 'outgoing requests: a setting allows'],
    invalid: { OUTGOING_PRIVATE_NETWORKS: 'yes' },
  },
  X_ACCEL_REDIRECT: {
    does: ['bench/servers/files.test.ts', 'nginx with files.conf: what the server allows'],
    invalid: { X_ACCEL_REDIRECT: '/files' },
  },
  S3_BUCKET: { does: onS3, invalid: 'any' },
  S3_REGION: { does: onS3, invalid: 'any' },
  S3_ENDPOINT: { does: onS3, invalid: { ...bucket, S3_ENDPOINT: 'minio:9000' } },
  S3_ACCESS_KEY_ID: { does: onS3, invalid: { ...bucket, S3_ACCESS_KEY_ID: 'id' } },
  S3_SECRET_ACCESS_KEY: {
    does: onS3,
    invalid: { ...bucket, S3_SECRET_ACCESS_KEY: 'secret' },
  },
  S3_UPLOAD_ACCESS_KEY_ID: {
    does: ['server/modules/uploads/copy-attack.test.ts', 'a second key signs the upload URLs'],
    invalid: { ...bucket, S3_UPLOAD_ACCESS_KEY_ID: 'id' },
  },
  S3_UPLOAD_SECRET_ACCESS_KEY: {
    does: ['server/modules/uploads/copy-attack.test.ts', 'a second key signs the upload URLs'],
    invalid: { ...bucket, S3_UPLOAD_SECRET_ACCESS_KEY: 'secret' },
  },
  S3_FORCE_PATH_STYLE: {
    does: onS3,
    invalid: { ...bucket, S3_FORCE_PATH_STYLE: 'maybe' },
  },
  S3_PUBLIC_URL: {
    does: ['server/modules/uploads/public-urls.test.ts', 'S3_PUBLIC_URL: what is public has it'],
    invalid: { ...bucket, S3_PUBLIC_URL: 'cdn.example.org' },
  },
  OIDC_ISSUER: {
    does: [external, 'external provider: users sign in'],
    invalid: { OIDC_ISSUER: 'id.example.org' },
  },
  OIDC_CLIENT_ID: {
    does: [external, 'external provider: users sign in'],
    invalid: { OIDC_ISSUER: 'https://id.example.org' },
  },
  OIDC_CLIENT_SECRET: { does: [external, 'external provider: users sign in'], invalid: 'any' },
  REGISTRATION: {
    does: [
      'server/modules/accounts/settings/registration-mail.test.ts',
      'creating an account: by invite',
    ],
    invalid: { REGISTRATION: 'maybe' },
  },
  COMMENTS: {
    does: ['server/modules/comments/comments.test.ts', 'comments: where they are off'],
    invalid: { COMMENTS: 'true' },
  },
  REPOSTS: {
    does: ['server/modules/reactions/reposts.test.ts', 'reposts: where the host has not'],
    invalid: { REPOSTS: 'yes' },
  },
  RENDITIONS: {
    does: ['server/modules/processing/renditions.test.ts', 'renditions: small lossy files'],
    invalid: { RENDITIONS: 'some' },
  },
  SESSION_SECRET: {
    does: ['server/modules/accounts/sessions/sessions.test.ts', 'sessions: with another'],
    invalid: { SESSION_SECRET: 'short' },
  },
  ADMIN_EMAILS: {
    does: ['server/modules/uploads/storage-quota.test.ts', 'storage quota: a user may store'],
    invalid: { ADMIN_EMAILS: 'nobody' },
  },
  ADMIN_USER_IDS: {
    does: ['server/modules/users/list-users.test.ts', 'listing users: only the administrator'],
    invalid: { ADMIN_USER_IDS: '1' },
  },
  ADMIN_PASSWORD: {
    does: ['server/main.test.ts', 'a changed ADMIN_PASSWORD ends the sessions'],
    invalid: { ADMIN_PASSWORD: 'seven77' },
  },
  SMTP_URL: {
    does: ['server/platform/mail/transport.test.ts', 'mail: smtps://'],
    invalid: { SMTP_URL: 'https://mail.example.org' },
  },
  MAIL_FROM: {
    does: ['server/platform/mail/transport.test.ts', 'mail: MAIL_FROM is its sender'],
    invalid: { MAIL_FROM: 'Music' },
  },
  TERMS_URL: {
    does: ['server/modules/pages/legal-links.test.ts', 'legal pages: every page'],
    invalid: { TERMS_URL: '/terms' },
  },
  PRIVACY_URL: {
    does: ['server/modules/pages/legal-links.test.ts', 'legal pages: every page'],
    invalid: { PRIVACY_URL: 'javascript:alert(1)' },
  },
  CONTACT_URL: {
    does: ['server/modules/pages/legal-links.test.ts', 'legal pages: every page'],
    invalid: { CONTACT_URL: 'host@example.org' },
  },
  UPLOAD_QUOTA_MB: {
    does: ['server/modules/uploads/storage-quota.test.ts', 'storage quota: a user may store'],
    invalid: { UPLOAD_QUOTA_MB: '1.5' },
  },
  BRAND_NAME: {
    does: ['server/modules/pwa/pwa.test.ts', 'app shell: it has the name of the site'],
    invalid: { BRAND_NAME: ' ' },
  },
  LOG_LEVEL: {
    does: ['server/modules/analytics/metrics.test.ts', 'request log: a line has the route'],
    invalid: { LOG_LEVEL: 'loud' },
  },
  LOG_IP: {
    does: ['server/modules/analytics/metrics.test.ts', 'request log: with LOG_IP a line'],
    invalid: { LOG_IP: 'yes' },
  },
  METRICS_TOKEN: {
    does: ['server/modules/analytics/metrics.test.ts', 'metrics: only the token opens them'],
    invalid: { METRICS_TOKEN: 'fifteen-letters' },
  },
  RATE_LIMIT_SCALE: {
    does: [`${http}/slow-connections.test.ts`, 'connections per address: RATE_LIMIT_SCALE'],
    invalid: { RATE_LIMIT_SCALE: '0' },
  },
  TZ_STATS: {
    does: ['server/shared/day.test.ts', 'days of statistics: in %s'],
    invalid: { TZ_STATS: 'Berlin' },
  },
  TRUST_PROXY: {
    does: [`${http}/client-address.test.ts`, 'a client behind one proxy cannot choose'],
    invalid: { TRUST_PROXY: 'true' },
  },
}

const names = Object.keys(settings.shape) as Name[]
const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8')

test.each(names)('setting %s: a test shows what it does', (name) => {
  const [file, title] = promises[name].does
  const text = read(file)
  expect(['"', "'", '`'].some((quote) => text.includes(quote + title))).toBe(true)
})

test.each(names.filter((name) => promises[name].invalid !== 'any'))(
  'setting %s: an invalid value is refused with one sentence that names it',
  (name) => {
    const { invalid } = promises[name]
    const sentence = new RegExp(`^(\\w+ and )?${name} (and \\w+ )?must [^\\n]+[^.]\\.$`)
    const message = expect.stringMatching(sentence)
    expect(() => readConfig(invalid === 'any' ? {} : invalid)).toThrow(
      expect.objectContaining({ name: 'StartupError', message }),
    )
  },
)

test('settings: docs/configuration.md has a row for each, and for nothing else', () => {
  const rows = read('docs/configuration.md').matchAll(/^\| (`[A-Z][^|]*) \|/gm)
  const documented = [...rows].flatMap(([, cell = '']) => cell.match(/[A-Z][A-Z\d_]+/g) ?? [])
  expect(documented.toSorted()).toEqual(names.toSorted())
})

test('settings: deploy/env.example names no other, except for what compose.yaml reads itself', () => {
  const set = [...read('deploy/env.example').matchAll(/^#?([A-Z][A-Z\d_]+)=/gm)].map(
    ([, name]) => name,
  )
  const ofCompose = ['SITE_HOST', 'DATABASE_PASSWORD', 'S3_ROOT_SECRET_KEY']
  expect(set.filter((name = '') => !(name in promises))).toEqual(ofCompose)
})
