import { parse, resolve } from 'node:path'
import { z } from 'zod'
import { USUAL_PUSH_HOSTS } from '#engine/notification/channel/pushEndpoint.ts'
import { LOG_LEVELS } from '#server/log.ts'

/** Roles of a process: everything, only people's requests (api), or only devices (ingest). */
export const PROCESS_ROLES = ['all', 'api', 'ingest'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

const MAX_PORT = 65_535

/** Two years and a month: a year can be compared with the one before to its last day. */
export const SAMPLE_RETENTION_MONTHS = 25

const anyPort = z
  .string()
  .regex(/^[0-9]{1,5}$/)
  .transform(Number)
  .refine((value) => value <= MAX_PORT)

const port = (standard: number) => anyPort.default(standard)

const onOff = (standard: boolean) =>
  z
    .enum(['on', 'off'])
    .transform((value) => value === 'on')
    .default(standard)

/** Undefined when it is not given: what it is then depends on who reaches the server. */
const onOffUnlessGiven = z
  .enum(['on', 'off'])
  .transform((value) => value === 'on')
  .optional()

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
export const SETTINGS = {
  ROLE: { schema: z.enum(PROCESS_ROLES).default('all'), range: `one of ${PROCESS_ROLES.join(', ')}` },
  HOST: { schema: z.string().min(1).default('127.0.0.1'), range: 'an address of this machine, such as 127.0.0.1 or 0.0.0.0' },
  PORT: { schema: port(3000), range: `a whole number from 0 (any free port) to ${MAX_PORT}` },
  MQTT_PORT: { schema: port(1883), range: `a whole number from 0 (any free port) to ${MAX_PORT}` },
  MQTT_TLS_PORT: { schema: anyPort.optional(), range: `a whole number from 0 (any free port) to ${MAX_PORT}` },
  MQTT_TLS_HOST: { schema: z.string().min(1).optional(), range: 'an address of this machine, such as 127.0.0.1 or 0.0.0.0' },
  MQTT_TLS_CERT: { schema: z.string().min(1).optional(), range: 'the path of a file' },
  MQTT_TLS_KEY: { schema: z.string().min(1).optional(), range: 'the path of a file' },
  PUBLIC_URL: {
    schema: webUrl.refine(isOrigin).optional(),
    range: 'a URL that starts with http:// or https:// and has a host and at most a port',
  },
  DATA_DIR: {
    schema: z
      .string()
      .min(1)
      .refine((path) => resolve(path) !== parse(resolve(path)).root)
      .default('.data'),
    range: 'the path of a directory of its own',
  },
  SECRETS_KEY_FILE: { schema: z.string().min(1).optional(), range: 'the path of a file' },
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
  DEMO: { schema: onOffUnlessGiven, range: 'on or off' },
  DEMO_SIMULATOR: { schema: onOff(true), range: 'on or off' },
  DEMO_HISTORY_DAYS: {
    schema: z
      .string()
      .regex(/^[0-9]{1,2}$/)
      .transform(Number)
      .refine((value) => value >= 1 && value <= 30)
      .default(14),
    range: 'a whole number from 1 to 30',
  },
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
  SUPPORT_EMAIL: { schema: z.email().max(254).optional(), range: 'an e-mail address' },
  REGISTRATION: { schema: onOffUnlessGiven, range: 'on or off' },
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
  ASSISTANT_URL: {
    schema: webUrl.refine(hasNoUser).optional(),
    range: 'a URL that starts with http:// or https://, without a name and a password',
  },
  ASSISTANT_KEY: { schema: z.string().min(1).max(1_000).optional(), range: 'the key of the external model' },
  ASSISTANT_MODEL: { schema: z.string().min(1).max(200).optional(), range: 'the name of a model, of up to 200 characters' },
  ANALYTICS_ID: {
    schema: z
      .string()
      .regex(/^[\w-]{1,50}$/)
      .default(''),
    range: 'up to 50 letters, digits and dashes',
  },
  WEBHOOK_PRIVATE: { schema: onOff(false), range: 'on or off' },
  PUSH_HOSTS: {
    schema: z
      .string()
      .max(2_000)
      .transform((text) => text.split(',').map((host) => host.trim()))
      .refine((hosts) => hosts.every(isPushHost))
      .default([...USUAL_PUSH_HOSTS]),
    range: 'hosts, or origins such as http://127.0.0.1:4000, with commas between them',
  },
  MAINTENANCE: { schema: onOff(false), range: 'on or off' },
} as const satisfies Record<string, { schema: z.ZodType; range: string }>

export type SettingName = keyof typeof SETTINGS

/** Settings whose values hold a secret and are never repeated in a message. */
export const SECRET_SETTINGS: ReadonlySet<SettingName> = new Set(['ASSISTANT_KEY', 'DATABASE_URL', 'SMTP_URL'])

/** Screens, sign-in and cookies belong to a whole host, and its address is shown to everybody. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password, pathname, search, hash } = new URL(text)
  return username === '' && password === '' && /^\/*$/.test(pathname) && search === '' && hash === ''
}

/** Keys have a setting of their own, and an address is shown. */
function hasNoUser(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

function isPushHost(text: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text) || (URL.canParse(text) && isOrigin(text) && new URL(text).origin === text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
