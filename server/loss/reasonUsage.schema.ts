import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { loader, tenantLoader } from '#server/graphql/loader.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { LossReasonRef } from './loss.graph.ts'
import { replaceLossReason } from './replaceReason.service.ts'
import { usageOfReasons } from './reasonUsage.service.ts'
import type { ReasonUsage } from './reasonUsage.service.ts'
import { findUsedReasons } from './reasonUsage.store.ts'

const UsageRef = builder.objectRef<ReasonUsage>('LossReasonUsage').implement({
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Losses with the reason, as the list of losses counts them.' }),
    duration: t.field({ type: 'Seconds', description: 'What they come to.', resolve: ({ durationMs }) => durationMs / 1000 }),
    hastyShare: t.float({
      nullable: true,
      description:
        'Of those of which it is known how people came to the reason, the share of first tiles pressed within 1.5 s; null = of none.',
      resolve: ({ hastyShare }) => hastyShare,
    }),
  }),
})

type UsageKey = { readonly reasonId: LossReasonId; readonly start: number; readonly end: number }

/** All reasons of one period are one question. */
const usageOf = loader(
  async (keys: readonly UsageKey[], context) => {
    const workCenterIds = await context.narrowed(null)
    const periods = [...new Map(keys.map((key) => [periodOf(key), key])).values()]
    const found = new Map(
      await context.inTenant(async (tenant) => {
        const answers: (readonly [string, ReadonlyMap<LossReasonId, ReasonUsage>])[] = []
        for (const key of periods) answers.push([periodOf(key), await usageOfReasons(tenant, { ...key, workCenterIds }, context.now())])
        return answers
      }),
    )
    return keys.map((key) => found.get(periodOf(key))?.get(key.reasonId) ?? { count: 0, durationMs: 0, hastyShare: null })
  },
  (key) => `${key.reasonId} ${periodOf(key)}`,
)

const isUsed = tenantLoader(async (tenant, ids: readonly LossReasonId[]) => {
  const used = await findUsedReasons(tenant, ids)
  return ids.map((id) => used.has(id))
})

builder.objectFields(LossReasonRef, (t) => ({
  usage: t.field({
    type: UsageRef,
    description: 'How often it was given in the period, at the work centers that the caller sees.',
    args: { period: t.arg({ type: PeriodInput, required: true }) },
    resolve: (reason, { period }, context) => usageOf(context).load({ reasonId: reason.id, ...checkedPeriod(period) }),
  }),
  isUsed: t.boolean({
    description: 'Whether it was ever given, or a tracking rule names it: then it is hidden, never deleted.',
    resolve: (reason, _args, context) => isUsed(context).load(reason.id),
  }),
}))

builder.mutationField('replaceLossReason', (t) =>
  t.field({
    type: LossReasonRef,
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    description: 'Gives what was said with one reason another one and hides the first; confirmed shifts keep it.',
    args: { id: t.arg.int({ required: true }), byId: t.arg.int({ required: true }), version: t.arg.int() },
    resolve: (_root, { id, byId, version }, context) =>
      replaceLossReason(context.deps, context.member(), asId<LossReasonId>(id), asId<LossReasonId>(byId), version ?? null),
  }),
)

function periodOf({ start, end }: Omit<UsageKey, 'reasonId'>): string {
  return `${start} ${end}`
}
