import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('config: no setting is required', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: path.resolve('data'),
    brandName: 'Soundpost',
    rateLimitScale: 1,
    database: { kind: 'embedded', directory: path.resolve('data/postgres') },
    objects: { kind: 'disk', directory: path.resolve('data/objects') },
    identity: { kind: 'built-in' },
  })
})

test('config: mail is sent from the host name without its port, unless MAIL_FROM says otherwise', () => {
  const SMTP_URL = 'smtp://mail.example.org:587'
  const PUBLIC_URL = 'http://music.example.org:8080'
  expect(readConfig({ PUBLIC_URL }).mail).toBeUndefined()
  expect(readConfig({ PUBLIC_URL, SMTP_URL, BRAND_NAME: 'Night "Owl"' }).mail).toEqual({
    smtpUrl: SMTP_URL,
    from: '"Night Owl" <no-reply@music.example.org>',
  })
  const MAIL_FROM = 'Music <music@example.org>'
  expect(readConfig({ SMTP_URL, MAIL_FROM }).mail?.from).toBe(MAIL_FROM)
  expect(() => readConfig({ SMTP_URL: 'https://mail.example.org' })).toThrow(/^SMTP_URL must be/)
  expect(() => readConfig({ SMTP_URL, MAIL_FROM: 'Music' })).toThrow(/^MAIL_FROM must be/)
})

test('config: an empty variable counts as not set', () => {
  expect(readConfig({ DATABASE_URL: '', S3_BUCKET: '' }).database.kind).toBe('embedded')
})

test('config: external services are chosen by their variables', () => {
  const config = readConfig({
    PORT: '8080',
    PUBLIC_URL: 'https://music.example.org/',
    SESSION_SECRET: 'x'.repeat(32),
    DATABASE_URL: 'postgres://me:secret@db/soundpost',
    S3_BUCKET: 'sound',
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_FORCE_PATH_STYLE: 'true',
    OIDC_ISSUER: 'https://id.example.org',
    OIDC_CLIENT_ID: 'soundpost',
    ADMIN_EMAILS: 'a@example.org, admin@localhost',
  })
  expect(config).toMatchObject({
    port: 8080,
    publicUrl: 'https://music.example.org',
    database: { kind: 'url' },
    objects: { kind: 's3', bucket: 'sound', forcePathStyle: true },
    identity: { kind: 'external', clientId: 'soundpost' },
    admins: { emails: ['a@example.org', 'admin@localhost'] },
  })
})

test.each([
  [undefined, false],
  ['false', false],
  ['0', false],
  ['1', 1],
  ['2', 2],
  ['10.0.0.0/8, loopback', '10.0.0.0/8, loopback'],
])('TRUST_PROXY=%s is read as %j', (text, trustProxy) => {
  expect(readConfig({ TRUST_PROXY: text })).toMatchObject({ trustProxy })
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a number from 1 to 65535.'],
  [{ PORT: '70000' }, 'PORT must be a number from 1 to 65535.'],
  [{ PUBLIC_URL: 'music.example.org' }, /^PUBLIC_URL must be an http or https URL/],
  [{ PUBLIC_URL: 'https://music.example.org/path' }, /^PUBLIC_URL must be/],
  [
    { PUBLIC_URL: 'https://music.example.org' },
    /^SESSION_SECRET must be set if PUBLIC_URL is https/,
  ],
  [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must be at least 32 characters long.'],
  [{ DATABASE_READ_URL: 'replica:5432' }, /^DATABASE_READ_URL must be a URL such as postgres:/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a URL such as postgres:/],
  [
    { S3_BUCKET: 'x', S3_ACCESS_KEY_ID: 'id' },
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.',
  ],
  [
    { S3_BUCKET: 'x', S3_UPLOAD_SECRET_ACCESS_KEY: 'secret' },
    'S3_UPLOAD_ACCESS_KEY_ID and S3_UPLOAD_SECRET_ACCESS_KEY must be set together.',
  ],
  [
    {
      S3_BUCKET: 'x',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_UPLOAD_ACCESS_KEY_ID: 'id',
      S3_UPLOAD_SECRET_ACCESS_KEY: 'secret',
    },
    'S3_UPLOAD_ACCESS_KEY_ID must be another key than S3_ACCESS_KEY_ID.',
  ],
  [{ OIDC_ISSUER: 'https://id.example.org' }, 'OIDC_CLIENT_ID must be set if OIDC_ISSUER is.'],
  [{ ADMIN_EMAILS: 'nobody' }, 'ADMIN_EMAILS must be email addresses, separated by commas.'],
  [{ ADMIN_USER_IDS: '1' }, 'ADMIN_USER_IDS must be user ids, separated by commas.'],
  [{ RENDITIONS: 'some' }, 'RENDITIONS must be on or off.'],
  [{ REGISTRATION: 'maybe' }, 'REGISTRATION must be open, invite or closed.'],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be trace, debug/],
  [{ TZ_STATS: 'Berlin' }, /^TZ_STATS must be the name of a time zone, such as Europe\/Berlin/],
  [{ TZ_STATS: '+02:00' }, /^TZ_STATS must be the name of a time zone, such as Europe\/Berlin/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must be the number of proxies in front/],
  [{ TRUST_PROXY: 'banana' }, /^TRUST_PROXY must be the number of proxies in front/],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY must be the number of proxies in front/],
  [{ TRUST_PROXY: '12' }, /^TRUST_PROXY must be the number of proxies in front/],
  [{ TRUST_PROXY: 'true,10.0.0.1' }, /^TRUST_PROXY must be the number of proxies/],
  [{ BRAND_NAME: ' ' }, 'BRAND_NAME must not be blank.'],
  [{ RATE_LIMIT_SCALE: '0' }, 'RATE_LIMIT_SCALE must be a number above 0.'],
  [{ S3_FORCE_PATH_STYLE: 'maybe' }, 'S3_FORCE_PATH_STYLE must be true or false.'],
])('config: an invalid variable is named in one sentence: %o', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})
