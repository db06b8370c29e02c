import { isIP } from 'node:net'
import path from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { Feature, LegalLinks } from '#contract/ssr.ts'
import { StartupError } from './errors.ts'

/** Where package.json is. This module is in server/, or bundled in dist/server/. */
export const projectFolder = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '..' : '../..',
)

/** Reads the environment; everything else gets a `Config`. */

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
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function readTrustProxy(text = 'false'): Config['trustProxy'] {
  if (text === 'false' || text === '0') return false
  return /^\d$/.test(text) ? Number(text) : text
}

const postgresUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be a URL such as postgres://user:password@host:5432/name',
  )

const settings = z.object({
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
  LASTFM_URL: z.url().default('https://ws.audioscrobbler.com/2.0/'),
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

type S3Credentials = { accessKeyId: string; secretAccessKey: string }
export type DatabaseConfig =
  | { kind: 'embedded'; directory: string }
  | {
      kind: 'url'
      url: string
      /** PostgreSQL itself, if `url` is that of a pooler. */
      directUrl?: string | undefined
      /** A streaming replica for lists and pages. */
      readUrl?: string | undefined
    }
export type ObjectsConfig =
  | {
      kind: 'disk'
      directory: string
      /** Internal location under which the reverse proxy serves the folder. */
      xAccelPrefix?: string | undefined
    }
  | {
      kind: 's3'
      bucket: string
      region: string
      endpoint: string | undefined
      credentials: S3Credentials | undefined
      /** A key that may only write `uploads/*`: presigned upload URLs are signed with it. */
      uploadCredentials?: S3Credentials | undefined
      forcePathStyle: boolean
      publicUrl: string | undefined
    }
export type Registration = 'open' | 'invite' | 'closed'
export type IdentityConfig = {
  /** Who may create an account, or with an external provider sign in for the first time. */
  registration?: Registration
} & (
  | { kind: 'built-in' }
  | { kind: 'external'; issuer: string; clientId: string; clientSecret: string | undefined }
)

export type MailConfig = { smtpUrl: string; from: string }

export type Config = {
  port: number
  host: string
  /** Seconds between a signal to stop and the end of the listening socket. */
  shutdownDelay: number
  publicUrl: string
  dataDir: string
  brandName: string
  /** Whether smaller files for streaming are made of uploaded audio. */
  renditions: boolean
  logLevel: string
  logIp: boolean
  /** Undefined: there are no metrics. */
  metricsToken: string | undefined
  rateLimitScale: number
  /** The days of statistics begin and end in it. */
  statsTimeZone: string
  /** How many proxies are in front, or their addresses. */
  trustProxy: false | number | string
  sessionSecret: string | undefined
  /** Music apps get audio from this server, not from where the store serves it. */
  subsonicProxy: boolean
  /** Whether addresses that users typed may be in private networks. */
  allowsPrivateNetworks: boolean
  /** Whether pages and files say that models must not be trained with them. */
  deniesTraining: boolean
  /** The host's key of the API of Last.fm. */
  lastfm: LastfmConfig | undefined
  database: DatabaseConfig
  objects: ObjectsConfig
  identity: IdentityConfig
  /** What the host has turned on (COMMENTS, REPOSTS). */
  features: readonly Feature[]
  /** The operator's terms and privacy policy (TERMS_URL, PRIVACY_URL). */
  legal: LegalLinks
  /** What one user may store; 0 is no limit. Administrators may store any amount. */
  uploadQuotaBytes: number
  /** Undefined: no mail is sent, and nothing that needs mail is offered. */
  mail: MailConfig | undefined
  admins: { emails: readonly string[]; userIds: readonly string[]; password: string | undefined }
}

/** What pages, feeds and mails say about the site. */
export type SiteInfo = Pick<Config, 'publicUrl' | 'brandName'>

export function readConfig(environment: Record<string, string | undefined>): Config {
  // Compose files pass unset variables as empty ones.
  const defined = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = settings.safeParse(defined)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartupError(`${String(issue?.path[0])} ${issue?.message}.`)
  }
  const s = parsed.data
  const dataDir = path.resolve(s.DATA_DIR)
  const publicUrl = s.PUBLIC_URL ?? `http://localhost:${s.PORT}`
  if (publicUrl.startsWith('https:') && !s.SESSION_SECRET)
    throw new StartupError(
      'SESSION_SECRET must be set if PUBLIC_URL is https: any text of at least 32 characters that stays the same.',
    )
  return {
    port: s.PORT,
    shutdownDelay: s.SHUTDOWN_DELAY,
    host: s.HOST,
    publicUrl,
    dataDir,
    brandName: s.BRAND_NAME,
    renditions: s.RENDITIONS === 'on',
    logLevel: s.LOG_LEVEL,
    logIp: s.LOG_IP,
    metricsToken: s.METRICS_TOKEN,
    rateLimitScale: s.RATE_LIMIT_SCALE,
    statsTimeZone: s.TZ_STATS,
    trustProxy: readTrustProxy(s.TRUST_PROXY),
    sessionSecret: s.SESSION_SECRET,
    subsonicProxy: s.SUBSONIC_PROXY,
    allowsPrivateNetworks: s.OUTGOING_PRIVATE_NETWORKS,
    deniesTraining: s.AI_TRAINING === 'deny',
    lastfm: readLastfm(s),
    database: s.DATABASE_URL
      ? {
          kind: 'url',
          url: s.DATABASE_URL,
          directUrl: s.DATABASE_DIRECT_URL,
          readUrl: s.DATABASE_READ_URL,
        }
      : { kind: 'embedded', directory: path.join(dataDir, 'postgres') },
    objects: readObjects(s, dataDir),
    identity: readIdentity(s),
    mail: readMail(s, publicUrl),
    features: readFeatures(s),
    legal: { terms: s.TERMS_URL, privacy: s.PRIVACY_URL },
    uploadQuotaBytes: s.UPLOAD_QUOTA_MB * 1_000_000,
    admins: { emails: s.ADMIN_EMAILS, userIds: s.ADMIN_USER_IDS, password: s.ADMIN_PASSWORD },
  }
}

type Settings = z.infer<typeof settings>

const readFeatures = ({ COMMENTS, REPOSTS }: Settings): Feature[] => [
  ...(COMMENTS === 'on' ? (['comments'] as const) : []),
  ...(REPOSTS === 'on' ? (['reposts'] as const) : []),
]

type LastfmConfig = { apiKey: string; secret: string; url: string }

function readLastfm(s: Settings): Config['lastfm'] {
  const { LASTFM_API_KEY: apiKey, LASTFM_SECRET: secret, LASTFM_URL: url } = s
  if ((apiKey === undefined) !== (secret === undefined))
    throw new StartupError('LASTFM_API_KEY and LASTFM_SECRET must be set together.')
  return apiKey && secret ? { apiKey, secret, url } : undefined
}

function readObjects(s: Settings, dataDir: string): ObjectsConfig {
  if (!s.S3_BUCKET)
    return {
      kind: 'disk',
      directory: path.join(dataDir, 'objects'),
      xAccelPrefix: s.X_ACCEL_REDIRECT,
    }
  const credentials = readCredentials(s, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY')
  const uploadCredentials = readCredentials(
    s,
    'S3_UPLOAD_ACCESS_KEY_ID',
    'S3_UPLOAD_SECRET_ACCESS_KEY',
  )
  if (uploadCredentials && uploadCredentials.accessKeyId === credentials?.accessKeyId)
    throw new StartupError('S3_UPLOAD_ACCESS_KEY_ID must be another key than S3_ACCESS_KEY_ID.')
  return {
    kind: 's3',
    bucket: s.S3_BUCKET,
    region: s.S3_REGION,
    endpoint: s.S3_ENDPOINT,
    credentials,
    uploadCredentials,
    forcePathStyle: s.S3_FORCE_PATH_STYLE,
    publicUrl: s.S3_PUBLIC_URL,
  }
}

function readCredentials(
  settings: Settings,
  id: 'S3_ACCESS_KEY_ID' | 'S3_UPLOAD_ACCESS_KEY_ID',
  secret: 'S3_SECRET_ACCESS_KEY' | 'S3_UPLOAD_SECRET_ACCESS_KEY',
): S3Credentials | undefined {
  const { [id]: accessKeyId, [secret]: secretAccessKey } = settings
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new StartupError(`${id} and ${secret} must be set together.`)
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
}

function readIdentity(s: Settings): IdentityConfig {
  const registration = s.REGISTRATION
  if (!s.OIDC_ISSUER) return { kind: 'built-in', registration }
  if (!s.OIDC_CLIENT_ID) throw new StartupError('OIDC_CLIENT_ID must be set if OIDC_ISSUER is.')
  return {
    kind: 'external',
    issuer: s.OIDC_ISSUER,
    clientId: s.OIDC_CLIENT_ID,
    clientSecret: s.OIDC_CLIENT_SECRET,
    registration,
  }
}

function readMail(s: Settings, publicUrl: string): MailConfig | undefined {
  if (!s.SMTP_URL) return undefined
  const name = s.BRAND_NAME.replaceAll(/["\\]/g, '')
  const from = s.MAIL_FROM ?? `"${name}" <no-reply@${new URL(publicUrl).hostname}>`
  return { smtpUrl: s.SMTP_URL, from }
}

/** The environment of the process, completed by a `.env` file in the current folder. */
export function environment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new StartupError('The file .env cannot be read.')
  }
  return process.env
}
