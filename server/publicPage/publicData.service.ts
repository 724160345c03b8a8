import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { PublicFrame, PublicRun } from '#engine/workCenter/publicView.ts'
import { publicLook } from '#engine/loss/stopLook.ts'
import { thinTimeline } from '#engine/status/thinTimeline.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { asReader } from '#server/recalculation/ingestPort.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import { currentViews } from '#server/realtime/currentViews.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import { listExplainedStatuses, looksAlike } from '#server/loss/explainedStatus.service.ts'
import { findStatusRules } from '#server/status/statusRule.store.ts'
import { measurementUnitOf } from '#engine/output/measurementUnit.ts'
import type { PageOwner } from '#server/workCenter/publicAccess.store.ts'
import { findPlantZone } from '#server/workCenter/plantZone.store.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'

export type PublicDataDeps = {
  readonly database: Database
  readonly live: Pick<LiveBus, 'latest'>
  readonly ingest: Pick<IngestPort, 'settle'>
  readonly now: () => number
}

/** All that a public page is made of. */
export type PublicData = { readonly frame: PublicFrame; readonly live: LiveWorkCenter | null; readonly strip: readonly PublicRun[] }

/** A screen has hardly more pixels than this has runs. */
const MAX_RUNS = 200

/** Returns the current data of the public page: as last published, else as stored; null for an unknown work center. */
export function readPublicData(
  { database, live, ingest, now }: PublicDataDeps,
  { companyId, workCenterId }: PageOwner,
): Promise<PublicData | null> {
  const at = now()
  return database.inTenant(companyId, async (given) => {
    const tenant = asReader(given, ingest)
    const [workCenter] = await findWorkCenters(tenant, [workCenterId])
    if (workCenter === undefined) return null
    const views = await currentViews({ live, inTenant: (work) => work(tenant), now: () => at }, companyId, [workCenterId])
    const published = views.get(workCenterId) ?? null
    const { code, shortName } = measurementUnitOf(workCenter.measurementUnit)
    return {
      frame: {
        name: workCenter.name,
        timeZone: await findPlantZone(tenant, workCenterId),
        unit: { code, shortName },
        targets: {
          oee: workCenter.targetOee,
          availability: workCenter.targetAvailability,
          performance: workCenter.targetPerformance,
          quality: workCenter.targetQuality,
        },
      },
      live: published,
      strip: await stripOf(tenant, published, at),
    }
  })
}

/** Returns the statuses of the shift so far, short ones joined to their neighbours where there are very many. */
async function stripOf(tenant: Tenant, live: LiveWorkCenter | null, now: number): Promise<readonly PublicRun[]> {
  if (!live?.shift || live.shift.start >= now) return []
  const { workCenterId, shift } = live
  const statuses = thinTimeline(
    await listExplainedStatuses(tenant, [{ workCenterId, start: shift.start, end: Math.min(shift.end, now) }]),
    MAX_RUNS,
    now,
    looksAlike,
  )
  const ruleIds = [...new Set(statuses.flatMap((status) => status.statusRuleId ?? []))]
  const rules = new Map((ruleIds.length === 0 ? [] : await findStatusRules(tenant, ruleIds)).map((rule) => [rule.id, rule]))
  return statuses.map(({ start, end, kind, isEffective, isScheduledLoss, statusRuleId, look, reasonId }) => ({
    start,
    end,
    kind,
    isEffective,
    isScheduledLoss,
    color: statusRuleId === null ? null : (rules.get(statusRuleId)?.color ?? null),
    look: publicLook(look, reasonId !== null),
  }))
}
