import path from 'node:path'
import type { Feature, LegalLinks } from '#contract/ssr.ts'
import { StartupError } from './errors.ts'
import { type Settings, settings } from './settings.ts'
import { isTrial } from './trial.ts'

/** Where package.json is. This module is in server/, or bundled in dist/server/. */
export const projectFolder = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '..' : '../..',
)

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
  /** A copy of a backup to look at: nothing is sent, and nothing of the live site is used. */
  isTrial: boolean
  /** Whether pages and files say that models must not be trained with them. */
  deniesTraining: boolean
  /** The host's key of the API of Last.fm. */
  lastfm: LastfmConfig | undefined
  database: DatabaseConfig
  objects: ObjectsConfig
  identity: IdentityConfig
  /** What the host has turned on (COMMENTS, REPOSTS). */
  features: readonly Feature[]
  /** The operator's terms, privacy policy and contact (TERMS_URL, PRIVACY_URL, CONTACT_URL). */
  legal: LegalLinks
  /** What one user may store; 0 is no limit. Administrators may store any amount. */
  uploadQuotaBytes: number
  /** Undefined: no mail is sent, and nothing that needs mail is offered. */
  mail: MailConfig | undefined
  admins: { emails: readonly string[]; userIds: readonly string[]; password: string | undefined }
}

/** What pages, feeds and mails say about the site. */
export type SiteInfo = Pick<Config, 'publicUrl' | 'brandName'>

/** Reads the environment; everything else gets a `Config`. */
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
  const config: Config = {
    isTrial: false,
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
    legal: { terms: s.TERMS_URL, privacy: s.PRIVACY_URL, contact: s.CONTACT_URL },
    uploadQuotaBytes: s.UPLOAD_QUOTA_MB * 1_000_000,
    admins: { emails: s.ADMIN_EMAILS, userIds: s.ADMIN_USER_IDS, password: s.ADMIN_PASSWORD },
  }
  return isTrial(dataDir) ? asTrial(config) : config
}

/** Database and files of the folder, whatever the settings of the live site say, for this machine only; nothing is sent. */
export const asTrial = (config: Config): Config => ({
  ...config,
  isTrial: true,
  host: 'localhost',
  publicUrl: `http://localhost:${config.port}`,
  database: { kind: 'embedded', directory: path.join(config.dataDir, 'postgres') },
  objects: { kind: 'disk', directory: path.join(config.dataDir, 'objects') },
  identity: { kind: 'built-in', registration: 'closed' },
  mail: undefined,
  lastfm: undefined,
})

function readTrustProxy(text = 'false'): Config['trustProxy'] {
  if (text === 'false' || text === '0') return false
  return /^\d$/.test(text) ? Number(text) : text
}

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
  // An empty variable is not set, and would hide that of the file.
  for (const name of Object.keys(settings.shape))
    if (process.env[name] === '') delete process.env[name]
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new StartupError('The file .env cannot be read.')
  }
  return process.env
}
