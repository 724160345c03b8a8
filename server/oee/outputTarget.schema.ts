import { attainmentOf } from '#engine/output/targetsOfShift.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { builder } from '#server/graphql/builder.ts'
import { PercentageRef } from '#server/graphql/refs.ts'
import { shiftTargetsOf } from './oee.graph.ts'
import { OutputStatRef } from '#server/output/output.graph.ts'

builder.objectFields(OutputStatRef, (t) => ({
  targetOutput: t.field({
    type: 'Decimal',
    nullable: true,
    description: 'Output due by now; null without a needed speed.',
    resolve: async (stat, _args, context) => (await shiftTargetsOf(context).load(stat))?.targetToDate ?? null,
  }),
  attainment: t.field({
    type: PercentageRef,
    nullable: true,
    description: 'Accepted output in percent of the target until now.',
    resolve: async (stat, _args, context) => {
      const share = attainmentOf(stat.accepted, (await shiftTargetsOf(context).load(stat))?.targetToDate ?? null)
      return toPercentage(share)
    },
  }),
}))
