import { numberProblem, textProblem } from '#engine/fields/fieldRules.ts'
import type { Problem } from '#engine/result.ts'

export const INTEGRATION_SERVICES = ['FACTORY_ONLINE', 'ODOO'] as const
export type IntegrationService = (typeof INTEGRATION_SERVICES)[number]

/** Secrets by their names; none of them ever leaves the server (domain.md IN-8). */
export const INTEGRATION_SECRETS = ['apiKey', 'clientId', 'clientSecret', 'hmac'] as const
export type IntegrationSecret = (typeof INTEGRATION_SECRETS)[number]

/** Which secrets a service asks for; Factory Online publishes no interface, so nobody can know which of its fields a plant has. */
export const SERVICE_SECRETS: Readonly<Record<IntegrationService, readonly IntegrationSecret[]>> = {
  FACTORY_ONLINE: ['apiKey', 'clientId', 'clientSecret', 'hmac'],
  ODOO: ['apiKey'],
}

/** How often runs come, minutes. */
export const RUN_EVERY = { min: 5, max: 1440 } as const
export const USUAL_MINUTES = 15
const NAME_LENGTH = { min: 1, max: 100 }
const URL_LENGTH = { min: 1, max: 500 }
const TEXT_LENGTH = { min: 0, max: 200 }
const SECRET_LENGTH = { min: 0, max: 500 }

/** What a person enters of a connection. A secret that is left out or empty is kept, null removes it. */
export type ConnectionForm = {
  readonly service: IntegrationService
  readonly name: string
  readonly serviceUrl: string
  readonly database: string
  readonly login: string
  readonly secrets: Readonly<Partial<Record<IntegrationSecret, string | null>>>
}

/** Returns what is wrong with what a person entered of a connection. */
export function connectionProblems({ name, serviceUrl, database, login, secrets }: ConnectionForm): readonly Problem[] {
  const problems = [
    textProblem('name', name, NAME_LENGTH),
    textProblem('serviceUrl', serviceUrl, URL_LENGTH) ?? addressProblem(serviceUrl),
    textProblem('database', database, TEXT_LENGTH),
    textProblem('login', login, TEXT_LENGTH),
    ...INTEGRATION_SECRETS.map((secret) => textProblem(secret, secrets[secret] ?? '', SECRET_LENGTH)),
  ]
  return problems.filter((problem) => problem !== null)
}

/** Returns the problem of how often runs come. */
export function everyMinutesProblem(minutes: number): Problem | null {
  return numberProblem('everyMinutes', minutes, { ...RUN_EVERY, isWhole: true })
}

/** Returns the address without what does not belong to it: blanks and slashes at its end. */
export function plainAddress(url: string): string {
  return url.trim().replace(/\/+$/, '')
}

const ADDRESS = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i

/** Without user names, questions and marks: secrets have fields of their own. */
function addressProblem(url: string): Problem | null {
  return ADDRESS.test(plainAddress(url))
    ? null
    : { code: 'INVALID_FORMAT', field: 'serviceUrl', params: { example: 'https://odoo.example.com' } }
}
