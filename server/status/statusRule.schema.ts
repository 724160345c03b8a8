import { builder } from '#server/graphql/builder.ts'
import { DeviceEffectiveTypeEnum, StatusRuleRangeTypeEnum } from '#server/graphql/enums.ts'
import { StatusRuleRef } from './status.graph.ts'
import type { StoredStatusRule } from './statusRule.store.ts'

const decimal = { type: 'Decimal', nullable: true } as const

const ByCurrentRef = builder.objectRef<NonNullable<StoredStatusRule['phases']>>('StatusRuleByCurrent').implement({
  fields: (t) => ({
    minCurrentA: t.field({ ...decimal, resolve: (phases) => phases.a?.min ?? null }),
    maxCurrentA: t.field({ ...decimal, resolve: (phases) => phases.a?.max ?? null }),
    minCurrentB: t.field({ ...decimal, resolve: (phases) => phases.b?.min ?? null }),
    maxCurrentB: t.field({ ...decimal, resolve: (phases) => phases.b?.max ?? null }),
    minCurrentC: t.field({ ...decimal, resolve: (phases) => phases.c?.min ?? null }),
    maxCurrentC: t.field({ ...decimal, resolve: (phases) => phases.c?.max ?? null }),
  }),
})

const RangeRef = {
  byLoad: rangeType('StatusRuleByLoad', 'minLoad', 'maxLoad'),
  byPower: rangeType('StatusRuleByPower', 'minPower', 'maxPower'),
  bySpeed: rangeType('StatusRuleBySpeed', 'minQuantity', 'maxQuantity'),
}

function rangeType(name: string, min: string, max: string) {
  return builder.objectRef<NonNullable<StoredStatusRule['range']>>(name).implement({
    fields: (t) => ({
      [min]: t.field({ type: 'Decimal', resolve: (range) => range.min }),
      [max]: t.field({ type: 'Decimal', nullable: true, resolve: (range) => range.max }),
    }),
  })
}

StatusRuleRef.implement({
  description: 'A status of a work center: its signal range, or a manual choice, and its meaning.',
  fields: (t) => ({
    id: t.int({ resolve: (rule) => rule.id }),
    workCenterId: t.int({ resolve: (rule) => rule.workCenterId }),
    name: t.string({ resolve: (rule, _args, { named }) => named(rule.name) }),
    shortName: t.string({ nullable: true, resolve: ({ shortName }, _args, { named }) => (shortName === null ? null : named(shortName)) }),
    color: t.exposeString('color'),
    archived: t.boolean({ resolve: (rule) => rule.archivedOn !== null }),
    archivedDate: t.expose('archivedOn', { type: 'DateTime', nullable: true }),
    type: t.field({ type: DeviceEffectiveTypeEnum, resolve: (rule) => (rule.isEffective ? 'EFFECTIVE' : 'NOT_EFFECTIVE') }),
    rangeType: t.expose('rangeType', { type: StatusRuleRangeTypeEnum }),
    minEventDurationSeconds: t.int({ resolve: (rule) => Math.round(rule.minEventDurationMs / 1000) }),
    needGenerateEventByState: t.exposeBoolean('needGenerateEventByState'),
    isEffective: t.exposeBoolean('isEffective'),
    isScheduledLoss: t.exposeBoolean('isScheduledLoss'),
    byCurrent: t.field({ type: ByCurrentRef, nullable: true, resolve: (rule) => rule.phases ?? null }),
    byLoad: t.field({ type: RangeRef.byLoad, nullable: true, resolve: (rule) => (rule.rangeType === 'LOAD' ? rule.range : null) }),
    byPower: t.field({ type: RangeRef.byPower, nullable: true, resolve: (rule) => (rule.rangeType === 'POWER' ? rule.range : null) }),
    bySpeed: t.field({ type: RangeRef.bySpeed, nullable: true, resolve: (rule) => (rule.rangeType === 'SPEED' ? rule.range : null) }),
    validFrom: t.expose('validFrom', { type: 'DateTime' }),
    version: t.exposeInt('version'),
  }),
})
