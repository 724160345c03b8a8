import { SERVICE_SECRETS } from '#engine/integration/integrationForm.ts'
import type { IntegrationSecret, IntegrationService } from '#engine/integration/integrationForm.ts'
import { valueAt, shownValue } from '#engine/integration/rest/restAnswer.ts'
import type { RestRecord } from '#engine/integration/rest/restAnswer.ts'
import { NEW_REST, ORDER_FIELDS, PAGE_SIZE, PLACE_FIELDS } from '#engine/integration/rest/restSettings.ts'
import type { RestAuth, RestSettings } from '#engine/integration/rest/restSettings.ts'
import type { IntegrationCardFragment, RestSettingsInput } from '#web/api/generated/graphql.ts'

/** The settings as they are typed. */
export type RestForm = Omit<RestSettings, 'pageSize'> & { readonly pageSize: string }
/** The cache writes the type's name into what it answers. */
type StoredRest = NonNullable<IntegrationCardFragment['rest']> & { readonly __typename?: string }

/** Returns the form of the stored settings, or of a new connection. */
export function restForm(stored: StoredRest | null): RestForm {
  if (stored === null) return { ...NEW_REST, pageSize: String(NEW_REST.pageSize) }
  const orderPaths = { ...NEW_REST.orderPaths }
  for (const { field, path } of stored.orderPaths) orderPaths[field] = path
  const placePaths = { ...NEW_REST.placePaths }
  for (const { field, path } of stored.placePaths) placePaths[field] = path
  // The server refuses a name that is none of its input.
  const { __typename: _, ...settings } = stored
  const statuses = stored.statuses.map(({ word, meaning }) => ({ word, meaning }))
  return { ...settings, orderPaths, placePaths, statuses, pageSize: String(stored.pageSize) }
}

/** Returns the form as the server takes it. */
export function restInput({ pageSize, orderPaths, placePaths, statuses, ...rest }: RestForm): RestSettingsInput {
  return {
    ...rest,
    pageSize: wholeOf(pageSize),
    orderPaths: ORDER_FIELDS.map((field) => ({ field, path: orderPaths[field] })),
    placePaths: PLACE_FIELDS.map((field) => ({ field, path: placePaths[field] })),
    statuses: statuses.map(({ word, meaning }) => ({ word, meaning })),
  }
}

/** What is no number in the range is sent as one that the server refuses with the field and the range. */
function wholeOf(typed: string): number {
  const number = Number(typed)
  return Number.isInteger(number) && number <= PAGE_SIZE.max ? number : 0
}

const SECRETS_OF: Readonly<Record<RestAuth, readonly IntegrationSecret[]>> = {
  API_KEY: ['apiKey'],
  BASIC: ['apiKey'],
  BEARER: ['apiKey'],
  HMAC: ['clientId', 'hmac'],
  NONE: [],
  OAUTH2: ['clientId', 'clientSecret'],
}

/** Returns which secrets the form asks for. */
export function askedSecrets(service: IntegrationService, auth: RestAuth): readonly IntegrationSecret[] {
  return service === 'REST' ? SECRETS_OF[auth] : SERVICE_SECRETS[service]
}

/** Returns the record that the server sent as JSON, with those around it; null for none. */
export function sampleRecord(records: readonly string[]): RestRecord | null {
  const [value, ...parents] = records.map((text): unknown => JSON.parse(text))
  return records.length === 0 ? null : { value, parents }
}

const MOST_SHOWN = 60

/** Returns what the path finds in the record, empty for nothing. */
export function foundBy(record: RestRecord, path: string): string {
  const text = path === '' ? '' : shownValue(valueAt(record, path))
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}
