import type { StoryEntryFragment } from '#web/api/generated/graphql.ts'

/** Where an entry leads: the work request, the checklist to be answered, or what was answered. */
export type StoryWay =
  | { readonly to: '/work-requests'; readonly search: { readonly id: readonly number[] } }
  | { readonly to: '/checklists'; readonly search: { readonly run: readonly number[] } | { readonly result: readonly number[] } }

/** Returns the address under which the panel of the loss opens for everybody who may see it, whatever their filters are. */
export function lossLink(origin: string, id: number): string {
  return `${origin}/losses?id=${id}`
}

/** Returns where the entry leads; null = nowhere. */
export function storyWay({ workRequest, occurrence }: Pick<StoryEntryFragment, 'occurrence' | 'workRequest'>): StoryWay | null {
  if (workRequest !== null) return { to: '/work-requests', search: { id: [workRequest.id] } }
  if (occurrence === null) return null
  const isOpen = occurrence.state === 'PENDING' || occurrence.state === 'STARTED'
  return { to: '/checklists', search: isOpen ? { run: [occurrence.id] } : { result: [occurrence.id] } }
}

/** Returns the ids of those entries after which it is said who is told next: of each message the last by which people were told. */
export function lastTold(entries: readonly Pick<StoryEntryFragment, 'id' | 'kind' | 'notification'>[]): ReadonlySet<string> {
  const last = new Map<string, string>()
  for (const { id, kind, notification } of entries) if (kind === 'TOLD' && notification !== null) last.set(notification.id, id)
  return new Set(last.values())
}

/** What a person said of a loss, by which it is said again. */
export type Said = Pick<NonNullable<StoryEntryFragment['saying']>, 'reason' | 'reasonId'> & Pick<StoryEntryFragment, 'comment'>

type SaidNow = { readonly reasonSource: string | null; readonly reasonId: number | null; readonly comment: string | null }

/** Returns what can be said again of the loss by the entry; null = nothing: it is no saying, took one away, or says what is said now. */
export function saidBefore({ saying, comment }: Pick<StoryEntryFragment, 'comment' | 'saying'>, now: SaidNow): Said | null {
  if (saying === null || saying.isRemoved) return null
  const isNow = (now.reasonSource === 'MANUAL' ? now.reasonId : null) === saying.reasonId && now.comment === comment
  return isNow ? null : { reason: saying.reason, reasonId: saying.reasonId, comment }
}
