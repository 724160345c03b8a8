import { toPercentage } from '#engine/oee/percentage.ts'
import { sumsOf } from '#engine/oee/recordSums.ts'
import { LOST_KINDS, lostKindOf, worthOfMinute } from '#engine/oee/worthOfMinute.ts'
import type { LostKind, WorthOfMinute } from '#engine/oee/worthOfMinute.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { LostKindEnum } from '#server/graphql/enums.ts'
import { PercentageRef } from '#server/graphql/refs.ts'
import { LossRef, lossReasonById } from '#server/loss/loss.graph.ts'
import { ShiftRef, shiftStarting } from '#server/shift/shift.graph.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'

const WorthRef = builder.objectRef<WorthOfMinute & { readonly kind: LostKind }>('WorthOfMinute').implement({
  description: 'What one minute less of a kind of loss would have been worth.',
  fields: (t) => ({
    kind: t.field({ type: LostKindEnum, resolve: ({ kind }) => kind }),
    points: t.field({ type: PercentageRef, nullable: true, resolve: ({ points }) => toPercentage(points) }),
    units: t.float({ nullable: true, description: 'Good units; null where several prices hold.', resolve: ({ units }) => units }),
  }),
})

builder.objectField(ShiftRef, 'worthOfMinute', (t) =>
  t.field({
    type: [WorthRef],
    resolve: async ({ record }, _args, context) => {
      if (record === null) return []
      const worth = await worthIn(context, record)
      return LOST_KINDS.map((kind) => ({ kind, ...worth[kind] }))
    },
  }),
)

builder.objectField(LossRef, 'worthOfMinute', (t) =>
  t.field({
    type: WorthRef,
    nullable: true,
    description:
      'Of this loss, in its shift as it is now. Null without a record of the shift, and for the rest of a loss that is no longer valid.',
    resolve: async (loss, _args, context) => {
      if (!loss.isValid) return null
      const record = await shiftStarting(context).load({ workCenterId: loss.workCenterId, start: loss.shiftStart })
      if (record == null) return null
      const reason = loss.reasonId === null ? null : await lossReasonById(context).load(loss.reasonId)
      const kind = lostKindOf(loss.source, reason == null ? null : { ...reason, includeInOee: reason.includeInOeeCalculation })
      return { kind, ...(await worthIn(context, record))[kind] }
    },
  }),
)

async function worthIn(context: RequestContext, record: StoredShift): Promise<ReturnType<typeof worthOfMinute>> {
  const switches = await context.workCenter(record.workCenterId)
  return worthOfMinute({ sums: sumsOf(record.terms), switches }, record.idealCycleMs)
}
