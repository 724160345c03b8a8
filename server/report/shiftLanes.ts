import { thinTimeline } from '#engine/status/thinTimeline.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ReportRow } from '#server/oee/oeeReport.service.ts'
import { listStatusesIn } from '#server/status/statusInterval.store.ts'
import type { StoredStatus } from '#server/status/statusInterval.store.ts'
import { findStatusRules } from '#server/status/statusRule.store.ts'
import { dateText, timeText } from './dateWords.ts'
import type { LaneSpan, ReportCell, ReportChart, ReportTable } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'

/** Stretches of a lane; shorter ones are no wider than a line. */
const MOST_SPANS = 300

type Given = { readonly rows: readonly ReportRow[]; readonly names: ReportNames; readonly now: number }

/** Returns the timeline of each shift as a lane of its statuses, and each of them as a row for spreadsheets. */
export async function shiftLanes(
  tenant: Tenant,
  { rows, names, now }: Given,
): Promise<{ readonly charts: readonly ReportChart[]; readonly tables: readonly ReportTable[] }> {
  const windows = rows.map(({ record }) => ({
    workCenterId: record.workCenterId,
    start: record.shift.start,
    end: Math.min(record.shift.end, Math.max(now, record.shift.start)),
  }))
  const found = await listStatusesIn(tenant, windows)
  if (found.length === 0) return { charts: [], tables: [] }
  const rules = await findStatusRules(tenant, [...new Set(found.flatMap(({ statusRuleId }) => statusRuleId ?? []))])
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]))
  const nameOf = ({ kind, statusRuleId }: StoredStatus) => {
    const rule = statusRuleId === null ? undefined : ruleOf.get(statusRuleId)
    return rule === undefined ? names.texts.words[kind] : names.named(rule.name)
  }
  const byPlace = Map.groupBy(found, ({ workCenterId }) => workCenterId)
  const lanes = rows.map(({ record }, at) => {
    const { start, end } = windows[at] ?? record.shift
    // The windows of a work center never overlap, so a clipped status lies in one of them; one that goes on is found once for each.
    const own = (byPlace.get(record.workCenterId) ?? [])
      .filter((one) => one.start >= start && one.start < end)
      .map((one) => ({ ...one, end: Math.min(one.end ?? end, end) }))
    return { record, own }
  })
  const spanOf = (one: StoredStatus & { readonly end: number }): LaneSpan => ({
    start: one.start,
    end: one.end,
    name: nameOf(one),
    look: one.kind === 'NO_DATA' ? 'UNKNOWN' : one.isEffective ? 'RUN' : one.isScheduledLoss ? 'PLANNED' : 'STOP',
  })
  const { sheets, columns, pdf, words } = names.texts
  const told = lanes.flatMap(({ record, own }) =>
    own.map((one) => ({
      zone: names.zone(record.workCenterId),
      cells: [
        names.workCenter(record.workCenterId),
        names.named(record.name),
        record.shift.shiftDate,
        one.start,
        one.end,
        one.end - one.start,
        nameOf(one),
      ] satisfies readonly ReportCell[],
    })),
  )
  return {
    charts: [
      {
        kind: 'LANES',
        title: pdf.lanes,
        looks: { RUN: pdf.running, STOP: words.STATUS, PLANNED: words.PLANNED, UNKNOWN: words.NO_DATA },
        lanes: lanes.map(({ record, own }) => ({
          label: `${names.workCenter(record.workCenterId)}, ${names.named(record.name)} ${dateText(record.shift.shiftDate, names.language)}`,
          start: record.shift.start,
          end: record.shift.end,
          from: timeText(record.shift.start, names.zone(record.workCenterId)),
          to: timeText(record.shift.end, names.zone(record.workCenterId)),
          spans: thinTimeline(own, MOST_SPANS, now).map((one) => spanOf({ ...one, end: one.end ?? record.shift.end })),
        })),
      },
    ],
    tables: [
      {
        name: sheets.timeline,
        isSheetOnly: true,
        columns: [
          { title: columns.workCenter, kind: 'text' },
          { title: columns.shift, kind: 'text' },
          { title: columns.shiftDate, kind: 'date' },
          { title: columns.start, kind: 'instant' },
          { title: columns.end, kind: 'instant' },
          { title: columns.duration, kind: 'duration' },
          { title: columns.status, kind: 'text' },
        ],
        rows: told.map(({ cells }) => cells),
        zones: told.map(({ zone }) => zone),
      },
    ],
  }
}
