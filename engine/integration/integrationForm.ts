import { numberProblem, textProblem } from '#engine/fields/fieldRules.ts'
import type { Problem } from '#engine/result.ts'
import { FACTORY_ONLINE, restProblems } from './rest/restSettings.ts'
import type { OutboxOperation } from './outboxPlan.ts'
import type { RestSettings } from './rest/restSettings.ts'

export const INTEGRATION_SERVICES = ['CSV', 'FACTORY_ONLINE', 'ODOO', 'REST', 'TRYTON'] as const
export type IntegrationService = (typeof INTEGRATION_SERVICES)[number]

/** Secrets by their names; none of them ever leaves the server (domain.md IN-8). */
export const INTEGRATION_SECRETS = ['apiKey', 'clientId', 'clientSecret', 'hmac'] as const
export type IntegrationSecret = (typeof INTEGRATION_SECRETS)[number]
/** Those that are stored: the key before the one in use stays until it is revoked (domain.md IN-19). */
export const STORED_SECRETS = [...INTEGRATION_SECRETS, 'formerKey'] as const
export type StoredSecretName = (typeof STORED_SECRETS)[number]

/** Which secrets a service may ask for. */
export const SERVICE_SECRETS: Readonly<Record<IntegrationService, readonly IntegrationSecret[]>> = {
  CSV: [],
  FACTORY_ONLINE: ['apiKey', 'clientId', 'clientSecret', 'hmac'],
  ODOO: ['apiKey'],
  REST: ['apiKey', 'clientId', 'clientSecret', 'hmac'],
  // The password of the user, which is all that it knows.
  TRYTON: ['apiKey'],
}

/** Required for every request: can be replaced, not removed. */
const NEEDED_SECRETS: Readonly<Record<IntegrationService, readonly IntegrationSecret[]>> = {
  CSV: [],
  FACTORY_ONLINE: [],
  ODOO: ['apiKey'],
  REST: [],
  TRYTON: ['apiKey'],
}

/** Returns whether the secret of the service may be removed. */
export function mayRemoveSecret(service: IntegrationService, secret: IntegrationSecret): boolean {
  return !NEEDED_SECRETS[service].includes(secret)
}

/** Which acts a service can be told of. */
const SERVICE_SENDS: Readonly<Record<IntegrationService, readonly OutboxOperation[]>> = {
  CSV: [],
  FACTORY_ONLINE: ['OUTPUT', 'STARTED', 'STOPPED', 'CLOSED', 'CANCELLED'],
  ODOO: ['OUTPUT', 'CLOSED', 'CANCELLED'],
  REST: ['OUTPUT', 'STARTED', 'STOPPED', 'CLOSED', 'CANCELLED'],
  TRYTON: ['OUTPUT'],
}

/** Returns which acts the system can be told of; an interface that takes no quantities is told nothing. */
export function sendableActs(
  service: IntegrationService,
  rest: Pick<RestSettings, 'outputUrl'> | null | undefined,
): readonly OutboxOperation[] {
  return rest?.outputUrl === '' ? [] : SERVICE_SENDS[service]
}

/** Returns the problem of the acts that are to go out: each is one that the system can be told of. */
export function sendsProblem(sends: readonly OutboxOperation[], legal: readonly OutboxOperation[]): Problem | null {
  return sends.every((act) => legal.includes(act))
    ? null
    : { code: 'INVALID_FORMAT', field: 'sends', params: { example: legal.join(', ') } }
}

/** How often runs come, minutes. */
export const RUN_EVERY = { min: 5, max: 1440 } as const
export const USUAL_MINUTES = 15
const NAME_LENGTH = { min: 1, max: 100 }
const URL_LENGTH = { min: 1, max: 500 }
const TEXT_LENGTH = { min: 0, max: 200 }
const NEEDED_LENGTH = { min: 1, max: 200 }
const SECRET_LENGTH = { min: 0, max: 500 }
const CERTIFICATE_LENGTH = { min: 0, max: 20_000 }

/** What a person enters of a connection. A secret that is left out or empty is kept, null removes it. */
export type ConnectionForm = {
  readonly service: IntegrationService
  readonly name: string
  readonly serviceUrl: string
  readonly database: string
  readonly login: string
  /** YYYY-MM-DD; null = the key does not end. */
  readonly keyEndsOn: string | null
  /** Of Odoo: whether its key is renewed before it ends. */
  readonly renewsKey: boolean
  /** Certificates in PEM that are trusted instead of the usual ones, of a system with an authority of its own; empty = none. */
  readonly certificate: string
  /** Of REST. */
  readonly rest: RestSettings | null
  readonly secrets: Readonly<Partial<Record<IntegrationSecret, string | null>>>
}

/** Returns what is wrong with what a person entered of a connection. */
export function connectionProblems({
  service,
  name,
  serviceUrl,
  database,
  login,
  certificate,
  keyEndsOn,
  renewsKey,
  rest,
  secrets,
}: ConnectionForm): readonly Problem[] {
  const problems = [
    textProblem('name', name, NAME_LENGTH),
    // Files come, so nobody is asked.
    service === 'CSV' ? null : (textProblem('serviceUrl', serviceUrl, URL_LENGTH) ?? addressProblem(serviceUrl)),
    textProblem('database', database, service === 'TRYTON' ? NEEDED_LENGTH : TEXT_LENGTH),
    textProblem('login', login, service === 'TRYTON' ? NEEDED_LENGTH : TEXT_LENGTH),
    textProblem('certificate', certificate, CERTIFICATE_LENGTH) ?? certificateProblem(certificate),
    // Without the day nobody knows when it is time.
    service === 'ODOO' && renewsKey && keyEndsOn === null ? { code: 'REQUIRED', field: 'keyEndsOn' } : null,
    ...(service !== 'REST' ? [] : rest === null ? [{ code: 'REQUIRED', field: 'rest' }] : restProblems(rest)),
    ...INTEGRATION_SECRETS.map((secret) =>
      secrets[secret] === null && !mayRemoveSecret(service, secret)
        ? { code: 'REQUIRED', field: secret }
        : textProblem(secret, secrets[secret] ?? '', SECRET_LENGTH),
    ),
  ]
  return problems.filter((problem) => problem !== null)
}

/** Returns how the service is spoken to over REST, null for one that is not; Factory Online signs in by its client where there is a client secret. */
export function restOf(
  service: IntegrationService,
  rest: RestSettings | null | undefined,
  secrets: Readonly<Partial<Record<IntegrationSecret, unknown>>>,
): RestSettings | null {
  if (service === 'FACTORY_ONLINE') return { ...FACTORY_ONLINE, auth: secrets.clientSecret ? 'OAUTH2' : 'API_KEY' }
  return service === 'REST' ? (rest ?? null) : null
}

/** Returns the problem of how often runs come. */
export function everyMinutesProblem(minutes: number): Problem | null {
  return numberProblem('everyMinutes', minutes, { ...RUN_EVERY, isWhole: true })
}

/** Returns the address without what does not belong to it: blanks and slashes at its end. */
export function plainAddress(url: string): string {
  return url.trim().replace(/\/+$/, '')
}

/** Where a system stands: empty or null where a service has no such thing. Who gives tokens for it is another matter: secrets alone are bound to that. */
export type SystemPlace = { readonly serviceUrl: string; readonly database: string | null }

/**
 * Returns whether the two are places of different systems, of which every id may be that of another record (domain.md IN-4). A host in other letters, with
 * its usual port or by https instead of http is the same one.
 */
export function isAnotherSystem(one: SystemPlace, other: SystemPlace): boolean {
  const plain = ({ serviceUrl, database }: SystemPlace) => [placeOf(serviceUrl), database?.trim() ?? '']
  return plain(one).some((part, at) => part !== plain(other)[at])
}

/** Returns host, port where it is not the usual one of the scheme, and path of the address; what is no address stays as it is. */
function placeOf(address: string): string {
  const plain = plainAddress(address)
  if (!URL.canParse(plain)) return plain
  const { host, pathname } = new URL(plain)
  return `${host}${pathname === '/' ? '' : pathname}`
}

const PEM = /^(\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----)+\s*$/

/** A private key has no business here. */
function certificateProblem(certificate: string): Problem | null {
  return certificate.trim() === '' || PEM.test(certificate)
    ? null
    : { code: 'INVALID_FORMAT', field: 'certificate', params: { example: '-----BEGIN CERTIFICATE-----' } }
}

const ADDRESS = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i

/** Without user names, questions and marks: secrets have fields of their own. */
function addressProblem(url: string): Problem | null {
  return ADDRESS.test(plainAddress(url))
    ? null
    : { code: 'INVALID_FORMAT', field: 'serviceUrl', params: { example: 'https://erp.example.com' } }
}
