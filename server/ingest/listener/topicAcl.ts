/** Which direction a topic has, seen from the device. */
export type TopicUse = 'publish' | 'subscribe'

/** One row of the table: a pattern with `{deviceId}` for the device's own id, and the allowed uses. */
type TopicRule = { readonly pattern: string; readonly uses: readonly TopicUse[] }

/** The whole topic space. What is not here is refused, wildcards included. */
export const TOPIC_RULES = [
  { pattern: 'v1/devices/{deviceId}/telemetry', uses: ['publish'] },
  { pattern: 'v1/devices/{deviceId}/commands', uses: ['subscribe'] },
  { pattern: 'v1/devices/{deviceId}/commands/answer', uses: ['publish'] },
] as const satisfies readonly TopicRule[]

/** Returns the telemetry topic of the device. */
export function telemetryTopic(deviceId: string): string {
  return `v1/devices/${deviceId}/telemetry`
}

/** Returns the topic on which the device hears commands. */
export function commandTopic(deviceId: string): string {
  return `v1/devices/${deviceId}/commands`
}

/** Returns the topic on which the device answers them. */
export function answerTopic(deviceId: string): string {
  return `${commandTopic(deviceId)}/answer`
}

/** Returns whether the device may publish to or subscribe to the topic; a filter with a wildcard is never allowed. */
export function mayUse(deviceId: string, topic: string, use: TopicUse): boolean {
  if (topic.includes('+') || topic.includes('#')) return false
  return TOPIC_RULES.some((rule) => isFor(rule, use) && rule.pattern.replace('{deviceId}', deviceId) === topic)
}

function isFor(rule: TopicRule, use: TopicUse): boolean {
  return rule.uses.includes(use)
}
