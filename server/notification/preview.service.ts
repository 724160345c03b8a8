import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { Episode } from '#engine/notification/condition.ts'
import { measuredPieces } from '#engine/notification/episodes.ts'
import { previewOf } from '#engine/notification/preview.ts'
import type { Preview } from '#engine/notification/preview.ts'
import { previewDays } from '#engine/notification/previewDays.ts'
import { problemOfRule } from '#engine/notification/ruleForm.ts'
import type { RuleForm } from '#engine/notification/ruleForm.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { inTurns } from '#server/jobs/inTurns.ts'
import { inTurn } from '#server/output/placeTurns.ts'
import { Refusal } from '#server/refusal.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { factsFor, NO_PERIODS, readFacts, readPeriods } from './conditionFacts.service.ts'
import { listWatched } from './conditionFacts.store.ts'
import { MEASURED_TYPES, readLostPhases, readMeasured } from './measuredFacts.service.ts'
import { listMeasuredDevices } from './measuredFacts.store.ts'
import type { Recipient } from './people.store.ts'
import { knownChoices } from './rule.service.ts'

/** What began before the period may become due in it. */
const LEAD_MS = 2 * DAY_MS

export type RulePreview = Omit<Preview, 'people'> & {
  readonly period: Interval
  readonly people: readonly { readonly userId: UserId; readonly copies: number; readonly messages: number }[]
}

type Asked = {
  readonly form: RuleForm
  /** null = as many as usual. */
  readonly days: number | null
  readonly now: number
  /** The people of the company, as they are now. */
  readonly members: readonly Recipient[]
}

/**
 * Returns what the rule would have told in the last days, and in how many messages to whom, by the functions that tell people in earnest (domain.md AL-18).
 * Refuses what `problemOfRule` finds, and VALUE_OUT_OF_RANGE for the days.
 */
export async function previewRule(
  tenant: Tenant,
  { form, days: asked, now, members }: Asked,
  readSamples: SampleReader,
): Promise<RulePreview> {
  const { max, usual } = previewDays(form.type)
  const days = asked ?? usual
  if (!Number.isInteger(days) || days < 1 || days > max)
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'days', params: { value: days, min: 1, max } })
  const { workCenterId } = form
  const problem = problemOfRule(form, await knownChoices(tenant, workCenterId))
  if (problem !== null) throw new Refusal(problem)
  const period = { start: now - days * DAY_MS, end: now }
  const { condition, zone, episodes } = await factsOf(tenant, { form, period }, readSamples)
  const policy = { ...form, durationMs: form.durationMinutes * MINUTE_MS }
  const { people, ...preview } = previewOf(
    { workCenterId: String(workCenterId), condition: form, policy },
    { condition, members, zone, ...(episodes !== undefined && { episodes }) },
    period,
  )
  const idOf = new Map<string, UserId>(members.map(({ userId }) => [userId, userId]))
  return {
    ...preview,
    period,
    people: people.flatMap(({ userId, copies, messages }) => {
      const id = idOf.get(userId)
      return id === undefined ? [] : [{ userId: id, copies, messages: messages.length }]
    }),
  }
}

/** Returns the preview, begun when those that the company asked for before are done: each reads much. */
export function previewInTurn(companyId: CompanyId, preview: () => Promise<RulePreview>): Promise<RulePreview> {
  return inTurn(`rule on trial ${companyId}`, preview)
}

async function factsOf(
  tenant: Tenant,
  { form, period: { start, end } }: { readonly form: RuleForm; readonly period: Interval },
  readSamples: SampleReader,
) {
  const workCenterId: WorkCenterId = form.workCenterId
  const watched = (await listWatched(tenant, [workCenterId])).get(workCenterId)
  if (watched === undefined) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterId', params: { id: workCenterId } })
  const asked = { workCenterId, since: start - LEAD_MS, watched }
  const shared = (await readFacts(tenant, [{ ...asked, conditions: [form] }], end))(workCenterId)
  const ofPeriods = { ...asked, condition: form, timeOfSending: form.timeOfSending }
  const { periods = [] } = (await readPeriods(tenant, [ofPeriods], end)).get(ofPeriods) ?? NO_PERIODS
  const condition = { ...factsFor(form, shared), periods }
  const episodes = await measuredEpisodes(tenant, { form, period: { start: start - LEAD_MS, end } }, readSamples)
  return { condition, zone: watched.zone, ...(episodes !== null && { episodes }) }
}

/** Returns the episodes of a rule that is judged by each value of a sensor; of others null. */
async function measuredEpisodes(
  tenant: Tenant,
  { form, period: { start, end } }: { readonly form: RuleForm; readonly period: Interval },
  readSamples: SampleReader,
): Promise<readonly Episode[] | null> {
  if (!MEASURED_TYPES.includes(form.type)) return null
  const { companyId } = tenant
  const device = (await listMeasuredDevices(tenant, [form.workCenterId])).get(form.workCenterId)
  if (form.type === 'DE_PHASING') return await readLostPhases(companyId, device, { start, end, targetValue: form.targetValue }, readSamples)
  const asked = { start, end: end + 1, types: new Set([form.type]) }
  return await inTurns(measuredPieces(form, await readMeasured(companyId, device, asked, readSamples), end))
}
