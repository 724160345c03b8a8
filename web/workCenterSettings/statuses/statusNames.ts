import type { StatusKind } from '#engine/status/statusRule.ts'
import { type StatusStyle, statusColor, statusStyle } from '#web/parts/statusStyle.ts'
import type { StatusSpan } from '#web/parts/timeline/statusSpans.ts'
import { localId, type RuleDraft, type SavedRule } from './ruleDraft.view.ts'
import type { Span } from './signalShape.view.ts'

/** How a status is called and looks; name null for the built-in ones. */
export type ShownStatus = {
  readonly name: string | null
  readonly style: StatusStyle
  readonly color: string
  readonly tenantColor: string | null
  /** A rule that is not in force any more: another may have its name. */
  readonly isArchived: boolean
}
export type ShowStatus = (status: { readonly kind: StatusKind; readonly statusRuleId?: number | null }) => ShownStatus

type Facts = Pick<SavedRule, 'name' | 'color' | 'isEffective' | 'isScheduledLoss'> & { readonly archived?: boolean }

/** Returns names and styles of statuses: the edited ones, and the stored ones for others. */
export function statusShower(rules: readonly SavedRule[], drafts: readonly RuleDraft[]): ShowStatus {
  const known = new Map<number, Facts>(rules.map((rule) => [rule.id, rule]))
  for (const draft of drafts) known.set(localId(draft), draft.values)
  return ({ kind, statusRuleId }) => {
    const rule = statusRuleId == null ? undefined : known.get(statusRuleId)
    const tenantColor = rule?.color ?? null
    const style = statusStyle(
      { kind, isEffective: rule?.isEffective ?? false, isScheduledLoss: rule?.isScheduledLoss ?? false, color: tenantColor },
      true,
    )
    return { name: rule?.name ?? null, style, color: statusColor(style, tenantColor), tenantColor, isArchived: rule?.archived === true }
  }
}

/** Returns the spans as the lanes of timelines draw them. */
export function laneSpans(spans: readonly Span[], show: ShowStatus): readonly StatusSpan[] {
  return spans.map(({ start, end, kind, statusRuleId }) => {
    const { name, style, tenantColor } = show({ kind, statusRuleId })
    return { start, end, kind, style, name, color: tenantColor, statusRuleId, cause: null }
  })
}

/** Returns the spans of an answer of the API. */
export function spansOf(
  timeline: readonly {
    readonly timeStart: string
    readonly timeEnd?: string | null
    readonly kind: StatusKind
    readonly statusRuleId?: number | null
  }[],
  until: number,
): readonly Span[] {
  return timeline.map((one) => ({
    start: Date.parse(one.timeStart),
    end: one.timeEnd == null ? until : Date.parse(one.timeEnd),
    kind: one.kind,
    statusRuleId: one.statusRuleId ?? null,
  }))
}
