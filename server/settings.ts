import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
  .transform((v) => v === 'true' || v === '1')
const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })
const webOrigin = z
  .string()
  .refine((text) => {
    const url = URL.parse(text)
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.pathname === '/' &&
      url.search === '' &&
      url.hash === ''
    )
  }, 'must be an http or https URL without a path, such as https://music.example.org')
  .transform((text) => new URL(text).origin)
const webUrl = z
  .string()
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an http or https URL',
  )
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

/**
 * Whether this is a number of proxies, or what Fastify's trustProxy accepts: addresses, networks and names of networks.
 */
function isProxies(text: string): boolean {
  const names = /^(loopback|linklocal|uniquelocal)$/
  if (/^(false|\d)$/.test(text)) return true
  return text
    .split(',')
    .map((item) => item.trim())
    .every(
      (item) =>
        names.test(item) || isIP(item) > 0 || (ipaddr.isValidCIDR(item) && !item.endsWith('/0')),
    )
}

function isTimeZone(name: string): boolean {
  // PostgreSQL reads the sign of an offset the other way.
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const postgresUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be a URL such as postgres://user:password@host:5432/name',
  )

/** The environment variables of the server. */
export const settings = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number from 1 to 65535')
    .transform(Number)
    .refine((n) => n > 0 && n < 65536, 'must be a number from 1 to 65535')
    .default(3000),
  HOST: z.string().default('localhost'),
  SHUTDOWN_DELAY: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number of seconds from 0 to 999')
    .transform(Number)
    .default(0),
  PUBLIC_URL: webOrigin.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  SUBSONIC_PROXY: flag.default(false),
  LASTFM_API_KEY: z.string().optional(),
  LASTFM_SECRET: z.string().optional(),
  LASTFM_URL: webUrl.default('https://ws.audioscrobbler.com/2.0/'),
  AI_TRAINING: z.enum(['allow', 'deny'], { error: 'must be allow or deny' }).default('deny'),
  OUTGOING_PRIVATE_NETWORKS: flag.default(false),
  X_ACCEL_REDIRECT: z
    .string()
    .regex(/^\/[\w/-]+\/$/, 'must be a path that starts and ends with a slash, such as /files/')
    .optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: webUrl.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_UPLOAD_ACCESS_KEY_ID: z.string().optional(),
  S3_UPLOAD_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.default(false),
  S3_PUBLIC_URL: webUrl.optional(),
  OIDC_ISSUER: webUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  REGISTRATION: z
    .enum(['open', 'invite', 'closed'], { error: 'must be open, invite or closed' })
    .default('open'),
  COMMENTS: onOff.default('off'),
  REPOSTS: onOff.default('off'),
  RENDITIONS: onOff.default('on'),
  SESSION_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  ADMIN_EMAILS: list
    .pipe(
      z.array(
        // Unlike zod's own pattern, it accepts the documented default, admin@localhost.
        z.email({
          pattern: z.regexes.html5Email,
          error: 'must be email addresses, separated by commas',
        }),
      ),
    )
    .default([]),
  ADMIN_USER_IDS: list.pipe(z.array(z.uuid('must be user ids, separated by commas'))).default([]),
  ADMIN_PASSWORD: z.string().min(8, 'must be at least 8 characters long').optional(),
  SMTP_URL: z
    .string()
    .refine(
      (text) =>
        /^smtps?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.hostname !== '',
      'must be a URL such as smtp://user:password@host:587 or smtps://user:password@host',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/,
      'must be an address such as Music <music@example.org>',
    )
    .optional(),
  TERMS_URL: webUrl.optional(),
  PRIVACY_URL: webUrl.optional(),
  CONTACT_URL: z
    .string()
    .refine(
      (text) => /^(https?:|mailto:.)/.test(URL.parse(text)?.href ?? ''),
      'must be an http or https URL, or mailto: with an address',
    )
    .optional(),
  UPLOAD_QUOTA_MB: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a number of megabytes, 0 for no limit')
    .transform(Number)
    .default(0),
  BRAND_NAME: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(40, 'must be at most 40 characters long')
    .default('Soundpost'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('warn'),
  LOG_IP: flag.default(false),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  RATE_LIMIT_SCALE: z
    .string()
    .transform(Number)
    .refine((n) => Number.isFinite(n) && n > 0, 'must be a number above 0')
    .default(1),
  TZ_STATS: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin')
    .default('UTC'),
  TRUST_PROXY: z
    .string()
    .refine(
      isProxies,
      'must be the number of proxies in front, such as 1, or their addresses, such as 10.0.0.1 or 10.0.0.0/8',
    )
    .optional(),
})

export type Settings = z.infer<typeof settings>
