import { LEDGER_KEYS } from '#engine/oee/ledger.ts'
import { lossChanges } from '#engine/shift/confirmedLoss.ts'
import type { ConfirmedLoss, LossChange } from '#engine/shift/confirmedLoss.ts'
import { termChanges } from '#engine/shift/revisionChanges.ts'
import type { TermChange } from '#engine/shift/revisionChanges.ts'
import { asId } from '#engine/ids.ts'
import type { LossReasonId, StatusRuleId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { LossSourceEnum, OeeTermUnitEnum, StatusKindEnum } from '#server/graphql/enums.ts'
import { LossReasonRef, lossReasonById } from '#server/loss/loss.graph.ts'
import { StatusRuleRef, statusRuleById } from '#server/status/status.graph.ts'
import { keptLossesOf, shiftRevisionsOf } from './shift.graph.ts'
import { ShiftRevisionRef } from './shiftRevision.schema.ts'

const LedgerKeyEnum = builder.enumType('ShiftTermKey', { values: LEDGER_KEYS })

const TermChangeRef = builder.objectRef<TermChange>('ShiftTermChange').implement({
  description: 'A term that two confirmations of a shift have differently: ms, units or a fraction.',
  fields: (t) => ({
    key: t.expose('key', { type: LedgerKeyEnum }),
    unit: t.expose('unit', { type: OeeTermUnitEnum }),
    before: t.exposeFloat('before', { nullable: true }),
    after: t.exposeFloat('after', { nullable: true }),
  }),
})

const ConfirmedLossRef = builder.objectRef<ConfirmedLoss>('ConfirmedShiftLoss').implement({
  description: 'A loss as it was at a confirmation: a stop, or lost speed and rejects of one reason together.',
  fields: (t) => ({
    source: t.expose('source', { type: LossSourceEnum }),
    timeStart: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Null where several are told together.',
      resolve: ({ start }) => start,
    }),
    timeEnd: t.field({ type: 'DateTime', nullable: true, resolve: ({ end }) => end }),
    kind: t.expose('kind', { type: StatusKindEnum, nullable: true }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: ({ reasonId }, _args, context) => (reasonId === null ? null : lossReasonById(context).load(asId<LossReasonId>(reasonId))),
    }),
    status: t.field({
      type: StatusRuleRef,
      nullable: true,
      resolve: ({ statusRuleId }, _args, context) =>
        statusRuleId === null ? null : statusRuleById(context).load(asId<StatusRuleId>(statusRuleId)),
    }),
    count: t.exposeInt('count'),
    duration: t.field({ type: 'Seconds', resolve: ({ ms }) => ms / 1000 }),
  }),
})

const LossChangeRef = builder.objectRef<LossChange>('ShiftLossChange').implement({
  description: 'A loss that two confirmations of a shift have differently; null = there was none, or is none any more.',
  fields: (t) => ({
    before: t.expose('before', { type: ConfirmedLossRef, nullable: true }),
    after: t.expose('after', { type: ConfirmedLossRef, nullable: true }),
  }),
})

type Changes = {
  readonly since: number
  readonly terms: readonly TermChange[]
  /** Null = one of the two was confirmed before losses were kept. */
  readonly losses: readonly LossChange[] | null
}

const ChangesRef = builder.objectRef<Changes>('ShiftRevisionChanges').implement({
  description: 'What a confirmation says differently from the one before it.',
  fields: (t) => ({
    since: t.exposeInt('since', { description: 'The revision before.' }),
    terms: t.field({ type: [TermChangeRef], resolve: ({ terms }) => [...terms] }),
    losses: t.field({
      type: [LossChangeRef],
      nullable: true,
      description: 'The losses that moved; null where they are not known of both.',
      resolve: ({ losses }) => losses && [...losses],
    }),
  }),
})

builder.objectField(ShiftRevisionRef, 'changes', (t) =>
  t.field({
    type: ChangesRef,
    nullable: true,
    description: 'Null for the first confirmation.',
    resolve: async (one, _args, context) => {
      const key = { workCenterId: one.workCenterId, start: one.shiftStart }
      const [revisions, kept] = await Promise.all([shiftRevisionsOf(context).load(key), keptLossesOf(context).load(key)])
      const before = revisions.findLast(({ revision }) => revision < one.revision)
      if (before === undefined) return null
      const [was, now] = [kept.get(before.revision) ?? null, kept.get(one.revision) ?? null]
      return {
        since: before.revision,
        terms: termChanges(before.record, one.record),
        losses: was === null || now === null ? null : lossChanges(was, now),
      }
    },
  }),
)
