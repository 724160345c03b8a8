import { LIVE_WORK_CENTER } from '#engine/workCenter/liveFields.ts'
import type { LiveLeaf, LiveLeaves } from '#engine/workCenter/liveFields.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { LiveFieldsFragment } from './generated/graphql.ts'

type Answer = Readonly<Record<string, unknown>>

/** Returns the API's `live` field in the shape of the hub's messages: instants as UTC ms, channel values by key. */
export function liveFromQuery(live: LiveFieldsFragment): LiveWorkCenter
export function liveFromQuery(live: Answer): Answer {
  return Object.fromEntries(
    Object.entries(LIVE_WORK_CENTER).map(([name, field]) => {
      const value = live[name]
      if ('kind' in field) return [name, leafFrom(value, field)]
      if ('group' in field) return [name, isAnswer(value) ? partFrom(value, field.group) : null]
      return [name, Object.fromEntries(answersIn(value).map((one) => [one['key'], partFrom(one, field.byKey)]))]
    }),
  )
}

function partFrom(part: Answer, leaves: LiveLeaves): Answer {
  return Object.fromEntries(Object.entries(leaves).map(([name, leaf]) => [name, leafFrom(part[name], leaf)]))
}

function leafFrom(value: unknown, { kind }: LiveLeaf): unknown {
  return kind === 'instant' && typeof value === 'string' ? instant(value) : (value ?? null)
}

function answersIn(value: unknown): readonly Answer[] {
  return Array.isArray(value) ? value.filter(isAnswer) : []
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null
}

/** Returns the UTC ms of an instant of the API (ISO 8601 with `Z`). */
export function instant(text: string): number {
  return Date.parse(text)
}
