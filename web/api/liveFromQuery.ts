import { asId } from '#engine/ids.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { LiveFieldsFragment } from './generated/graphql.ts'

/** Returns the API's `live` field in the shape of the hub's messages: instants as UTC ms, channel values by key. */
export function liveFromQuery(live: LiveFieldsFragment): LiveWorkCenter {
  return {
    companyId: asId(live.companyId),
    workCenterId: asId(live.workCenterId),
    deviceId: asId(live.deviceId),
    at: instant(live.at),
    lastSampleAt: optionalInstant(live.lastSampleAt),
    state: live.state ?? null,
    status: live.status
      ? {
          kind: live.status.kind,
          noDataCause: live.status.noDataCause ?? null,
          statusRuleId: live.status.statusRuleId == null ? null : asId(live.status.statusRuleId),
          name: live.status.name ?? null,
          color: live.status.color ?? null,
          isEffective: live.status.isEffective,
          isScheduledLoss: live.status.isScheduledLoss,
          since: instant(live.status.since),
        }
      : null,
    shift: live.shift ? { ...live.shift, start: instant(live.shift.start), end: instant(live.shift.end) } : null,
    oee: live.oee
      ? {
          availability: live.oee.availability ?? null,
          performance: live.oee.performance ?? null,
          quality: live.oee.quality ?? null,
          oee: live.oee.oee ?? null,
          asOf: instant(live.oee.asOf),
          issues: live.oee.issues,
        }
      : null,
    output: live.output
      ? { ...live.output, targetToDate: live.output.targetToDate ?? null, targetFullShift: live.output.targetFullShift ?? null }
      : null,
    unclassifiedLossCount: live.unclassifiedLossCount,
    values: Object.fromEntries(live.values.map(({ key, at, value }) => [key, { at: instant(at), value: value ?? null }])),
  }
}

/** Returns the UTC ms of an instant of the API (ISO 8601 with `Z`). */
export function instant(text: string): number {
  return Date.parse(text)
}

function optionalInstant(text: string | null | undefined): number | null {
  return text == null ? null : instant(text)
}
