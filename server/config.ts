import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { isExposed } from '#server/exposure.ts'
import type { LogLevel } from '#server/log.ts'
import { StartRefusal } from '#server/refusal.ts'
import { SECRET_SETTINGS, SETTINGS } from '#server/settings.ts'
import type { ProcessRole, SettingName } from '#server/settings.ts'

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

/** Where devices connect over TLS. */
export type MqttTls = {
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  /** Absolute path of the certificate with its chain, in PEM. */
  readonly certPath: string
  /** Absolute path of its private key, in PEM. */
  readonly keyPath: string
}

/** Every setting of the server, checked; docs/operations.md describes each. */
export type Config = {
  readonly role: ProcessRole
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  /** 0 = any free port. */
  readonly mqttPort: number
  /** null = devices connect without TLS only. */
  readonly mqttTls: MqttTls | null
  /** What browsers and devices reach the server by; no slash at the end. */
  readonly publicUrl: string
  /** Absolute path. */
  readonly dataDir: string
  /** Absolute path of the file with the key that seals the secrets in the database. */
  readonly secretsKeyFile: string
  /** null = the embedded PostgreSQL in dataDir. */
  readonly databaseUrl: string | null
  /** Connections of each of the three pools. */
  readonly databasePoolSize: number
  /** Whole months that samples are kept; figures stay. */
  readonly sampleRetentionMonths: number
  readonly demo: boolean
  /** Whether the simulated factory of the demo runs: it makes the history and goes on live. */
  readonly demoSimulator: boolean
  /** Whole days of simulated history that a new demo company begins with. */
  readonly demoHistoryDays: number
  readonly logLevel: LogLevel
  /** Whether the sender's address is taken from the X-Forwarded-For header of a proxy in front. */
  readonly trustProxy: boolean
  readonly trustedIssuers: readonly TrustedIssuer[]
  /** The provider that people are sent to instead of the embedded one; null = the embedded one. */
  readonly openId: OpenIdSettings | null
  /** null = e-mails stay in the outbox of this server. */
  readonly smtpUrl: string | null
  /** The sender of e-mails; null = no-reply at the host of publicUrl. */
  readonly mailFrom: string | null
  /** Where questions of people are sent; null = they stay in the inbox. */
  readonly supportEmail: string | null
  /** Whether people may make an account for themselves. */
  readonly registration: boolean
  /** null = the product's own short page. */
  readonly termsUrl: string | null
  /** null = the product's own short page. */
  readonly privacyUrl: string | null
  /** A service that answers the country of an address, with `{ip}` as placeholder; null = only the bundled table. */
  readonly geolocationUrl: string | null
  /** The external model that assistants may ask where their companies allow it; null = none. */
  readonly assistantModel: AssistantModelSettings | null
  /** Empty = page views are reported to nobody. */
  readonly analyticsId: string
  /** Whether webhooks and connections that customers set up may lead into the own network and to this machine. */
  readonly webhookPrivate: boolean
  /** Where messages for browsers may be handed over. */
  readonly pushHosts: readonly string[]
  /** Whether the API answers that technical work is in progress; devices are still served. */
  readonly maintenance: boolean
}

/** A chat API with tools, as OpenAI has it. */
export type AssistantModelSettings = {
  /** Of its chat completions, in full. */
  readonly url: string
  /** null = it asks for none. */
  readonly key: string | null
  /** null = it has only one. */
  readonly model: string | null
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

/** Returns the settings read from the environment and from `--role`; refuses a wrong one with a sentence that names it, its value and its legal range. */
export function loadConfig(environment: Environment = process.env, args: readonly string[] = []): Config {
  refuseUnknown(args)
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
  const publicUrl = (read(given, 'PUBLIC_URL') ?? `http://127.0.0.1:${readPort}`).replace(/\/+$/, '')
  // Who tries the product on the own machine gets all of it; on a server that others reach it has to be asked for.
  const mqttTls = readMqttTls(given, host)
  const isOwnMachine = !isExposed({ host, publicUrl, mqttTls })
  return {
    role: read(given, 'ROLE'),
    host,
    port: readPort,
    mqttPort: read(given, 'MQTT_PORT'),
    mqttTls,
    publicUrl,
    dataDir: resolve(read(given, 'DATA_DIR')),
    secretsKeyFile: resolve(read(given, 'SECRETS_KEY_FILE') ?? join(read(given, 'DATA_DIR'), 'secrets.key')),
    databaseUrl: read(given, 'DATABASE_URL') ?? null,
    databasePoolSize: read(given, 'DATABASE_POOL_SIZE'),
    sampleRetentionMonths: read(given, 'SAMPLE_RETENTION_MONTHS'),
    demo: read(given, 'DEMO') ?? isOwnMachine,
    demoSimulator: read(given, 'DEMO_SIMULATOR'),
    demoHistoryDays: read(given, 'DEMO_HISTORY_DAYS'),
    logLevel: read(given, 'LOG_LEVEL'),
    trustProxy: read(given, 'TRUST_PROXY'),
    trustedIssuers: read(given, 'TRUSTED_ISSUERS'),
    openId: readOpenId(given),
    smtpUrl: read(given, 'SMTP_URL') ?? null,
    mailFrom: read(given, 'MAIL_FROM') ?? null,
    supportEmail: read(given, 'SUPPORT_EMAIL') ?? null,
    registration: read(given, 'REGISTRATION') ?? isOwnMachine,
    termsUrl: read(given, 'TERMS_URL') ?? null,
    privacyUrl: read(given, 'PRIVACY_URL') ?? null,
    geolocationUrl: read(given, 'GEOLOCATION_URL') ?? null,
    assistantModel: readAssistantModel(given),
    analyticsId: read(given, 'ANALYTICS_ID'),
    webhookPrivate: read(given, 'WEBHOOK_PRIVATE'),
    pushHosts: read(given, 'PUSH_HOSTS'),
    maintenance: read(given, 'MAINTENANCE'),
  }
}

function readMqttTls(given: Environment, host: string): MqttTls | null {
  const [tlsPort, certPath, keyPath] = [read(given, 'MQTT_TLS_PORT'), read(given, 'MQTT_TLS_CERT'), read(given, 'MQTT_TLS_KEY')]
  if (tlsPort === undefined) return null
  if (certPath === undefined || keyPath === undefined) {
    throw new StartRefusal('MQTT_TLS_PORT needs MQTT_TLS_CERT and MQTT_TLS_KEY: the paths of a certificate and of its private key.')
  }
  return { host: read(given, 'MQTT_TLS_HOST') ?? host, port: tlsPort, certPath: resolve(certPath), keyPath: resolve(keyPath) }
}

function readAssistantModel(given: Environment): AssistantModelSettings | null {
  const url = read(given, 'ASSISTANT_URL')
  const [key, model] = [read(given, 'ASSISTANT_KEY') ?? null, read(given, 'ASSISTANT_MODEL') ?? null]
  if (url !== undefined) return { url, key, model }
  // A key that is used nowhere is a mistake that nobody would see.
  if (key !== null || model !== null)
    throw new StartRefusal('ASSISTANT_KEY and ASSISTANT_MODEL need ASSISTANT_URL: the address of the external model.')
  return null
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
  const isSecret = SECRET_SETTINGS.has(name) || (text !== undefined && URL.canParse(text) && new URL(text).password !== '')
  const shown = isSecret ? 'the given value' : JSON.stringify(text)
  throw new StartRefusal(`The setting ${name} must be ${SETTINGS[name].range}; ${shown} is not.`)
}

/** A misspelt argument would be a setting that silently does not hold. */
function refuseUnknown(args: readonly string[]): void {
  const unknown = args.find(
    (argument, at) => argument !== '--role' && !argument.startsWith('--role=') && !(at > 0 && args[at - 1] === '--role'),
  )
  if (unknown === undefined) return
  throw new StartRefusal(
    `There is no argument ${unknown}; --role is the only one, and all other settings are environment variables (docs/operations.md).`,
  )
}

function roleArgument(args: readonly string[]): string | undefined {
  const at = args.findIndex((argument) => argument === '--role' || argument.startsWith('--role='))
  const argument = args[at]
  if (argument === undefined) return undefined
  return argument === '--role' ? (args[at + 1] ?? '?') : argument.slice('--role='.length)
}
