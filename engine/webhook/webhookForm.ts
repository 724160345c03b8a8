import type { AbilityGrants } from '#engine/access/abilities.ts'
import type { Problem } from '#engine/result.ts'
import type { WebhookTopic } from './webhookTopic.ts'

/** What a person says of a webhook. */
export type WebhookForm = {
  readonly name: string
  readonly url: string
  readonly isActive: boolean
  /** What it is told of beside the notifications of rules. */
  readonly topics: readonly WebhookTopic[]
}

export const WEBHOOK_LIMITS = { name: 100, url: 2000, perCompany: 20, perRule: 5 } as const
const EXAMPLE = 'https://hooks.example.com/trueline'

/** Returns whether the person may make, change and remove webhooks, and see where they lead. */
export function mayManageWebhooks({ modifiable }: Pick<AbilityGrants, 'modifiable'>): boolean {
  return modifiable.has('INTEGRATIONS')
}

/** Returns what is wrong with the webhook, with field and legal range; null if nothing is. Without encryption only private addresses may be told, where the installation allows them. */
export function problemOfWebhook(
  { name, url }: Omit<WebhookForm, 'topics'>,
  { allowsPrivate }: { readonly allowsPrivate: boolean },
): Problem | null {
  const { name: max, url: maxUrl } = WEBHOOK_LIMITS
  if (name.trim() === '' || name.trim().length > max) return { code: 'LENGTH_OUT_OF_RANGE', field: 'name', params: { min: 1, max } }
  if (url.length > maxUrl) return { code: 'LENGTH_OUT_OF_RANGE', field: 'url', params: { min: 1, max: maxUrl } }
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return { code: 'INVALID_FORMAT', field: 'url', params: { example: EXAMPLE } }
  const isOpen = parsed.protocol === 'http:' && !allowsPrivate
  const hasName = parsed.username !== '' || parsed.password !== ''
  return isOpen || hasName ? { code: 'WEBHOOK_ADDRESS_REFUSED', field: 'url', params: { host: parsed.host } } : null
}
