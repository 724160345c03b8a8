import { resolve } from 'node:path'
import { z } from 'zod'
import { LOG_LEVELS } from '#server/log.ts'
import type { LogLevel } from '#server/log.ts'
import { StartRefusal } from '#server/refusal.ts'

/** What a process does: everything, or only what people use (api), or only what devices use (ingest). */
export const PROCESS_ROLES = ['all', 'api', 'ingest'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

/** An OpenID provider of the customer whose access tokens are accepted besides our own. */
export type TrustedIssuer = {
  /** The `iss` claim, exactly. */
  readonly issuer: string
  /** The `aud` that its tokens carry for us; null = it writes none of ours, then the scope has to tell. */
  readonly audience: string | null
  /** A scope that its tokens must carry; null = none. */
  readonly requiredScope: string | null
  /** Where its keys are; by default found through its discovery document. */
  readonly jwksUrl: string | null
  /** The claim with the user's e-mail address. */
  readonly emailClaim: string
  /** The companies whose members it may sign in; empty = all. */
  readonly companyIds: readonly string[]
}

/** Every setting of the server, checked; docs/operations.md describes each. */
export type Config = {
  readonly role: ProcessRole
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  /** 0 = any free port. */
  readonly mqttPort: number
  /** What browsers and devices reach the server by; no slash at the end. */
  readonly publicUrl: string
  /** Absolute path. */
  readonly dataDir: string
  /** null = the embedded PostgreSQL in dataDir. */
  readonly databaseUrl: string | null
  /** Connections of each of the three pools. */
  readonly databasePoolSize: number
  /** Whole months that samples are kept; figures stay. */
  readonly sampleRetentionMonths: number
  readonly demo: boolean
  readonly logLevel: LogLevel
  /** Whether the sender's address is taken from the X-Forwarded-For header of a proxy in front. */
  readonly trustProxy: boolean
  readonly trustedIssuers: readonly TrustedIssuer[]
  /** The provider that people are sent to instead of the embedded one; null = the embedded one. */
  readonly openId: OpenIdSettings | null
  /** null = letters stay in the outbox of this server. */
  readonly smtpUrl: string | null
  /** The sender of letters; null = no-reply at the host of publicUrl. */
  readonly mailFrom: string | null
  /** Whether people may make an account for themselves. */
  readonly registration: boolean
  /** null = the product's own short page. */
  readonly termsUrl: string | null
  /** null = the product's own short page. */
  readonly privacyUrl: string | null
  /** A service that tells the country of an address, with `{ip}` for the address; null = only the bundled table. */
  readonly geolocationUrl: string | null
  /** Empty = page views are reported to nobody. */
  readonly analyticsId: string
  /** Whether the API answers that technical work is in progress; devices are still served. */
  readonly maintenance: boolean
}

/** Where people sign in when it is not the embedded provider. */
export type OpenIdSettings = {
  readonly authority: string
  readonly clientId: string
  readonly scope: string
  /** Whether the authority has an address of its own for each company, `company/{id}`. */
  readonly companySuffix: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const MAX_PORT = 65_535

/** Two years and a month: a year can be compared with the one before to its last day. */
export const SAMPLE_RETENTION_MONTHS = 25

const port = (standard: number) =>
  z
    .string()
    .regex(/^[0-9]{1,5}$/)
    .transform(Number)
    .refine((value) => value <= MAX_PORT)
    .default(standard)

const onOff = (standard: boolean) =>
  z
    .enum(['on', 'off'])
    .transform((value) => value === 'on')
    .default(standard)

const MAIL_SENDER = /^(?:[^\s<>@]+@[^\s<>@]+|[^<>@\r\n]+<[^\s<>@]+@[^\s<>@]+>)$/

const webUrl = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))

const trustedIssuer = z
  .strictObject({
    issuer: webUrl,
    audience: z.string().min(1).nullable().default(null),
    requiredScope: z.string().min(1).nullable().default(null),
    jwksUrl: webUrl.nullable().default(null),
    emailClaim: z.string().min(1).default('email'),
    companyIds: z.array(z.string().regex(/^[A-Z0-9]{5}$/)).default([]),
  })
  .refine((issuer) => issuer.audience !== null || issuer.requiredScope !== null, 'needs an audience or a requiredScope')
  .readonly()

const trustedIssuers = z
  .string()
  .transform((text, context) => {
    const parsed = z.array(trustedIssuer).safeParse(parseJson(text))
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ') })
    return z.NEVER
  })
  .default([])

/** One row a setting: how it is read, and its legal range in the words of the refusal. */
const SETTINGS = {
  ROLE: { schema: z.enum(PROCESS_ROLES).default('all'), range: `one of ${PROCESS_ROLES.join(', ')}` },
  HOST: { schema: z.string().min(1).default('127.0.0.1'), range: 'an address of this machine, such as 127.0.0.1 or 0.0.0.0' },
  PORT: { schema: port(3000), range: `a whole number from 0 (any free port) to ${MAX_PORT}` },
  MQTT_PORT: { schema: port(1883), range: `a whole number from 0 (any free port) to ${MAX_PORT}` },
  PUBLIC_URL: { schema: webUrl.optional(), range: 'a URL that starts with http:// or https://' },
  DATA_DIR: { schema: z.string().min(1).default('.data'), range: 'the path of a directory' },
  DATABASE_URL: {
    schema: z
      .string()
      .refine((text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol))
      .optional(),
    range: 'a URL that starts with postgres:// or postgresql://',
  },
  DATABASE_POOL_SIZE: {
    schema: z
      .string()
      .regex(/^[0-9]{1,3}$/)
      .transform(Number)
      .refine((value) => value >= 2 && value <= 200)
      .default(10),
    range: 'a whole number from 2 to 200',
  },
  SAMPLE_RETENTION_MONTHS: {
    schema: z
      .string()
      .regex(/^[0-9]{1,3}$/)
      .transform(Number)
      .refine((value) => value >= 2 && value <= 240)
      .default(SAMPLE_RETENTION_MONTHS),
    range: 'a whole number from 2 to 240',
  },
  DEMO: { schema: onOff(true), range: 'on or off' },
  LOG_LEVEL: { schema: z.enum(LOG_LEVELS).default('info'), range: `one of ${LOG_LEVELS.join(', ')}` },
  TRUST_PROXY: { schema: onOff(false), range: 'on or off' },
  TRUSTED_ISSUERS: {
    schema: trustedIssuers,
    range: 'a JSON array of objects with issuer, audience or requiredScope, and if wanted jwksUrl, emailClaim and companyIds',
  },
  OPENID_AUTHORITY: { schema: webUrl.optional(), range: 'a URL that starts with http:// or https://' },
  OPENID_CLIENT_ID: { schema: z.string().min(1).default('trueline-web'), range: 'the id under which the provider knows this product' },
  OPENID_SCOPE: { schema: z.string().min(1).default('openid profile'), range: 'scopes with blanks between them' },
  OPENID_COMPANY_SUFFIX: { schema: onOff(false), range: 'on or off' },
  SMTP_URL: {
    schema: z
      .string()
      .refine((text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol))
      .optional(),
    range: 'a URL that starts with smtp:// or smtps://',
  },
  MAIL_FROM: {
    schema: z.string().regex(MAIL_SENDER).max(320).optional(),
    range: 'an e-mail address, or a name with one in angle brackets',
  },
  REGISTRATION: { schema: onOff(true), range: 'on or off' },
  TERMS_URL: { schema: webUrl.optional(), range: 'a URL that starts with http:// or https://' },
  PRIVACY_URL: { schema: webUrl.optional(), range: 'a URL that starts with http:// or https://' },
  GEOLOCATION_URL: {
    schema: z
      .string()
      .refine((text) => text.includes('{ip}') && URL.canParse(text.replaceAll('{ip}', '192.0.2.1')))
      .refine((text) => /^https?:/.test(text))
      .optional(),
    range: 'a URL that starts with http:// or https:// and has {ip} where the address belongs',
  },
  ANALYTICS_ID: {
    schema: z
      .string()
      .regex(/^[\w-]{1,50}$/)
      .default(''),
    range: 'up to 50 letters, digits and dashes',
  },
  MAINTENANCE: { schema: onOff(false), range: 'on or off' },
} as const satisfies Record<string, { schema: z.ZodType; range: string }>

type SettingName = keyof typeof SETTINGS

/** Settings whose values hold a secret and are never repeated in a message. */
const SECRET_SETTINGS: ReadonlySet<SettingName> = new Set(['DATABASE_URL', 'SMTP_URL'])

/** Returns the settings read from the environment and from `--role`; refuses a wrong one with a sentence that names it, its value and its legal range. */
export function loadConfig(environment: Environment = process.env, args: readonly string[] = []): Config {
  const config = readAll(environment, args)
  if (config.role !== 'all' && config.databaseUrl === null) {
    throw new StartRefusal(`The role ${config.role} needs DATABASE_URL: the embedded database belongs to one process.`)
  }
  if (config.openId !== null && config.trustedIssuers.length === 0) {
    throw new StartRefusal(`OPENID_AUTHORITY needs TRUSTED_ISSUERS: without it no token of ${config.openId.authority} is accepted.`)
  }
  return config
}

function readAll(environment: Environment, args: readonly string[]): Config {
  const given: Environment = { ...environment, ROLE: roleArgument(args) ?? environment['ROLE'] }
  const readPort = read(given, 'PORT')
  const host = read(given, 'HOST')
  return {
    role: read(given, 'ROLE'),
    host,
    port: readPort,
    mqttPort: read(given, 'MQTT_PORT'),
    publicUrl: (read(given, 'PUBLIC_URL') ?? `http://127.0.0.1:${readPort}`).replace(/\/+$/, ''),
    dataDir: resolve(read(given, 'DATA_DIR')),
    databaseUrl: read(given, 'DATABASE_URL') ?? null,
    databasePoolSize: read(given, 'DATABASE_POOL_SIZE'),
    sampleRetentionMonths: read(given, 'SAMPLE_RETENTION_MONTHS'),
    demo: read(given, 'DEMO'),
    logLevel: read(given, 'LOG_LEVEL'),
    trustProxy: read(given, 'TRUST_PROXY'),
    trustedIssuers: read(given, 'TRUSTED_ISSUERS'),
    openId: readOpenId(given),
    smtpUrl: read(given, 'SMTP_URL') ?? null,
    mailFrom: read(given, 'MAIL_FROM') ?? null,
    registration: read(given, 'REGISTRATION'),
    termsUrl: read(given, 'TERMS_URL') ?? null,
    privacyUrl: read(given, 'PRIVACY_URL') ?? null,
    geolocationUrl: read(given, 'GEOLOCATION_URL') ?? null,
    analyticsId: read(given, 'ANALYTICS_ID'),
    maintenance: read(given, 'MAINTENANCE'),
  }
}

function readOpenId(given: Environment): OpenIdSettings | null {
  const authority = read(given, 'OPENID_AUTHORITY')
  const others = {
    clientId: read(given, 'OPENID_CLIENT_ID'),
    scope: read(given, 'OPENID_SCOPE'),
    companySuffix: read(given, 'OPENID_COMPANY_SUFFIX'),
  }
  return authority === undefined ? null : { authority: authority.replace(/\/+$/, ''), ...others }
}

function read<Name extends SettingName>(environment: Environment, name: Name): z.output<(typeof SETTINGS)[Name]['schema']>
function read(environment: Environment, name: SettingName): unknown {
  const text = environment[name]?.trim()
  const parsed = SETTINGS[name].schema.safeParse(text === '' ? undefined : text)
  if (parsed.success) return parsed.data
  const shown = SECRET_SETTINGS.has(name) ? 'the given value' : JSON.stringify(text)
  throw new StartRefusal(`The setting ${name} must be ${SETTINGS[name].range}; ${shown} is not.`)
}

function roleArgument(args: readonly string[]): string | undefined {
  const at = args.findIndex((argument) => argument === '--role' || argument.startsWith('--role='))
  const argument = args[at]
  if (argument === undefined) return undefined
  return argument === '--role' ? (args[at + 1] ?? '?') : argument.slice('--role='.length)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
