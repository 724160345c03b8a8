/** Which direction a topic has, seen from the device. */
export type TopicUse = 'publish' | 'subscribe'

/** One row of the table: a pattern with `{deviceId}` for the device's own id, and the allowed uses. */
type TopicRule = { readonly pattern: string; readonly uses: readonly TopicUse[] }

/** The whole topic space. What is not here is refused, wildcards included. */
export const TOPIC_RULES = [
  { pattern: 'v1/devices/{deviceId}/telemetry', uses: ['publish'] },
  { pattern: 'v1/devices/{deviceId}/commands', uses: ['subscribe'] },
] as const satisfies readonly TopicRule[]

/** Returns the telemetry topic of the device. */
export function telemetryTopic(deviceId: string): string {
  return `v1/devices/${deviceId}/telemetry`
}

/** Returns whether the device may publish to or subscribe to the topic; a filter with a wildcard is never allowed. */
export function mayUse(deviceId: string, topic: string, use: TopicUse): boolean {
  if (topic.includes('+') || topic.includes('#')) return false
  return TOPIC_RULES.some((rule) => isFor(rule, use) && rule.pattern.replace('{deviceId}', deviceId) === topic)
}

function isFor(rule: TopicRule, use: TopicUse): boolean {
  return rule.uses.includes(use)
}
