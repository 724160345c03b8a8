import { asId } from '#engine/ids.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { StatusRuleRangeTypeEnum } from '#server/graphql/enums.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { StatusRuleRef } from './status.graph.ts'
import type { StatusRuleRangeType, ValueRange } from '#engine/status/statusRule.ts'
import { requireOneChangeEach } from './checkRule.ts'
import { saveStatusRule, saveStatusRules } from './statusRule.service.ts'
import type { StatusRuleValues } from './statusRule.store.ts'

const decimal = { type: 'Decimal' } as const

const ByCurrentInput = builder.inputType('StatusRuleByCurrentInput', {
  fields: (t) => ({
    minCurrentA: t.field(decimal),
    maxCurrentA: t.field(decimal),
    minCurrentB: t.field(decimal),
    maxCurrentB: t.field(decimal),
    minCurrentC: t.field(decimal),
    maxCurrentC: t.field(decimal),
  }),
})
const ByLoadInput = builder.inputType('StatusRuleByLoadInput', {
  fields: (t) => ({ minLoad: t.field({ ...decimal, required: true }), maxLoad: t.field(decimal) }),
})
const ByPowerInput = builder.inputType('StatusRuleByPowerInput', {
  fields: (t) => ({ minPower: t.field({ ...decimal, required: true }), maxPower: t.field(decimal) }),
})
const BySpeedInput = builder.inputType('StatusRuleBySpeedInput', {
  fields: (t) => ({ minQuantity: t.field({ ...decimal, required: true }), maxQuantity: t.field(decimal) }),
})

/** What a person enters of a status rule. */
export const StatusRuleInput = builder.inputType('StatusRuleInput', {
  fields: (t) => ({
    id: t.int(),
    workCenterId: t.int({ required: true }),
    name: t.string({ required: true }),
    shortName: t.string(),
    color: t.string({ required: true }),
    rangeType: t.field({ type: StatusRuleRangeTypeEnum, required: true }),
    byCurrent: t.field({ type: ByCurrentInput }),
    byLoad: t.field({ type: ByLoadInput }),
    byPower: t.field({ type: ByPowerInput }),
    bySpeed: t.field({ type: BySpeedInput }),
    minEventDuration: t.int({ required: true, defaultValue: 0 }),
    needGenerateEventByState: t.boolean({ required: true, defaultValue: true }),
    isEffective: t.boolean({ required: true }),
    isScheduledLoss: t.boolean({ required: true, defaultValue: false }),
    validFrom: t.field({
      type: 'DateTime',
      description: 'From when the rule holds; now if left out. An import of recorded data dates it back.',
    }),
    version: t.int(),
  }),
})

type Input = typeof StatusRuleInput.$inferInput

builder.mutationField('createOrUpdateState', (t) =>
  t.field({
    type: StatusRuleRef,
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description: 'Saves a status rule, a new one when it has no id; `saveStates` saves several together.',
    args: { input: t.arg({ type: StatusRuleInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { id } = await context.workCenter(input.workCenterId)
      return saveStatusRule(context.deps, context.member(), id, {
        id: input.id == null ? null : asId<StatusRuleId>(input.id),
        draft: draftOf(input),
        validFrom: input.validFrom ?? null,
        version: input.version ?? null,
      })
    },
  }),
)

builder.mutationField('saveStates', (t) =>
  t.field({
    type: [StatusRuleRef],
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description:
      'Saves several statuses of a work center at once, from now or from `validFrom` on, and archives those of `archivedIds`: all of it or nothing, so that a bound that two of them share can move. Instants of the single rules are not looked at. A refusal names the rule by its place: `rules.0.name`.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      rules: t.arg({ type: [StatusRuleInput], required: true }),
      archivedIds: t.arg.intList({ required: true, defaultValue: [] }),
      validFrom: t.arg({ type: 'DateTime' }),
    },
    resolve: async (_root, args, context) => {
      const { id } = await context.workCenter(args.workCenterId)
      const rules = args.rules.map((input) => ({
        id: input.id == null ? null : asId<StatusRuleId>(input.id),
        draft: draftOf(input),
        version: input.version ?? null,
      }))
      const archivedIds = [...new Set(args.archivedIds)].map((one) => asId<StatusRuleId>(one))
      requireOneChangeEach(
        id,
        args.rules.map((one) => ({ id: one.id ?? null, workCenterId: one.workCenterId })),
        archivedIds,
      )
      return [...(await saveStatusRules(context.deps, context.member(), id, { rules, archivedIds, validFrom: args.validFrom ?? null }))]
    },
  }),
)

builder.objectFields(StatusRuleRef, (t) => ({
  updatedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'Who saved it last, null where that is not known.',
    resolve: (rule, _args, context) => (rule.updatedBy === null ? null : userById(context).load(rule.updatedBy)),
  }),
  updatedOn: t.expose('updatedOn', { type: 'DateTime', nullable: true }),
}))

/** Returns the values of a rule as they were entered. */
export function draftOf(input: Input): StatusRuleValues {
  const range = rangeOf(input, input.rangeType)
  const { byCurrent } = input
  return {
    name: input.name,
    shortName: input.shortName ?? null,
    color: input.color,
    rangeType: input.rangeType,
    ...(range && { range }),
    ...(input.rangeType === 'CURRENT' && {
      phases: {
        ...phaseOf('a', byCurrent?.minCurrentA, byCurrent?.maxCurrentA),
        ...phaseOf('b', byCurrent?.minCurrentB, byCurrent?.maxCurrentB),
        ...phaseOf('c', byCurrent?.minCurrentC, byCurrent?.maxCurrentC),
      },
    }),
    minEventDurationMs: input.minEventDuration * 1000,
    isEffective: input.isEffective,
    isScheduledLoss: input.isScheduledLoss,
    needGenerateEventByState: input.needGenerateEventByState,
  }
}

function rangeOf({ byLoad, byPower, bySpeed }: Input, rangeType: StatusRuleRangeType): ValueRange | null {
  switch (rangeType) {
    case 'LOAD':
      return byLoad ? { min: byLoad.minLoad, max: byLoad.maxLoad ?? null } : null
    case 'POWER':
      return byPower ? { min: byPower.minPower, max: byPower.maxPower ?? null } : null
    case 'SPEED':
      return bySpeed ? { min: bySpeed.minQuantity, max: bySpeed.maxQuantity ?? null } : null
    case 'CURRENT':
    case 'MANUAL':
      return null
  }
}

/** A phase with an upper bound only begins at 0. */
function phaseOf<Phase extends 'a' | 'b' | 'c'>(phase: Phase, min: number | null | undefined, max: number | null | undefined) {
  return min == null && max == null ? {} : { [phase]: { min: min ?? 0, max: max ?? null } }
}
