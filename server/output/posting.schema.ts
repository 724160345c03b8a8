import { asId } from '#engine/ids.ts'
import type { BatchId, ItemId, JobOrderId, LossReasonId } from '#engine/ids.ts'
import { problemOfContainers, unitsByContainer } from '#engine/output/containerUnits.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { ACTING, keyed, memberIn, REQUEST_KEY } from '#server/jobOrder/orderMember.graph.ts'
import { MaterialConsumptionInput, ScrapConfirmationInput } from '#server/material/material.graph.ts'
import { Refusal } from '#server/refusal.ts'
import { OutputTypeEnum } from './confirmation.schema.ts'
import { listConfirmationsOf } from './confirmation.store.ts'
import { OutputConfirmationRef } from './output.graph.ts'
import type { AnsweredConfirmation } from './output.graph.ts'
import type { ActBatch, BatchesOfType, OutputAct } from './postAct.ts'
import type { ActMaterials } from './postedMaterials.ts'
import { confirmOutput, placeId } from './posting.service.ts'
import type { PostedAct } from './posting.service.ts'
import { cancelConfirmation, correctConfirmation } from './postingCancel.service.ts'

const OCCURRED_AT =
  'When it was said, by the clock of the server: at most a day ago and in no confirmed shift; left out: now. A cut is made then.'
const CUT = 'Ends the output segment that counts at the act, and confirms it too; the next one begins at 0.'
const CUT_AT = 'Where it is ended instead: up to when the count was shown that is confirmed, at most a day ago.'

const UNCOVERED =
  'Where the bill of material is checked, consumption may be more than the batches hold: only from who manages output, with a comment.'

const ReasonInput = builder.inputType('OutputQualityReasonInput', {
  description: 'Why so many units were rejected.',
  fields: (t) => ({
    reasonId: t.int({ required: true }),
    output: t.field({ type: 'Decimal', required: true, description: 'Units, above 0.' }),
    comment: t.string(),
  }),
})

const BatchInput = builder.inputType('OutputConfirmationBatchInput', {
  fields: (t) => ({
    output: t.field({ type: 'Decimal', required: true, description: 'Whole in pieces, else three places.' }),
    outputType: t.field({ type: OutputTypeEnum, required: true, defaultValue: 'ACCEPTED' }),
    containerCode: t.string(),
    batchCode: t.string(),
    batchTime: t.field({ type: 'DateTime', description: 'When it was made; left out: when its segment ended.' }),
    qualityReasons: t.field({ type: [ReasonInput] }),
    consumptions: t.field({ type: [MaterialConsumptionInput] }),
    scrapConfirmations: t.field({ type: [ScrapConfirmationInput] }),
  }),
})

const CreateInput = builder.inputType('OutputConfirmationsCreateInput', {
  fields: (t) => ({
    batches: t.field({ type: [BatchInput], required: true }),
    comment: t.string(),
    jobOrderId: t.int({ required: true }),
    outputIIoTs: t.intList({ description: 'Output segments; left out: all that wait.' }),
    workCenterId: t.int({ required: true }),
    closeAfterConfirmation: t.boolean({ required: true, defaultValue: false, description: 'Nothing more of the segments is confirmed.' }),
    cutAtNow: t.boolean({ required: true, defaultValue: false, description: CUT }),
    allowUncovered: t.boolean({ required: true, defaultValue: false, description: UNCOVERED }),
  }),
})

type Reasons = readonly (typeof ReasonInput.$inferInput)[] | null | undefined

builder.mutationFields((t) => {
  const keys = {
    requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
    actingUserId: t.arg({ type: 'Guid', description: ACTING }),
  }
  const occurredAt = t.arg({ type: 'DateTime', description: OCCURRED_AT })
  const units = {
    acceptedOutput: t.arg({ type: 'Decimal', required: true, defaultValue: 0 }),
    rejectedOutput: t.arg({ type: 'Decimal', required: true, defaultValue: 0 }),
    containerCodes: t.arg.stringList({
      description: 'Accepted units are split evenly among several: whole pieces, of metres three places. No more than there are pieces.',
    }),
    batchCode: t.arg.string(),
    qualityReasons: t.arg({ type: [ReasonInput] }),
    consumptions: t.arg({ type: [MaterialConsumptionInput] }),
    scraps: t.arg({ type: [ScrapConfirmationInput] }),
    allowUncovered: t.arg.boolean({ required: true, defaultValue: false, description: UNCOVERED }),
    closeAfterConfirmation: t.arg.boolean({
      required: true,
      defaultValue: false,
      description: 'Nothing more of the segments is confirmed.',
    }),
  }
  const id = t.arg.int({ required: true, description: 'Of a confirmation: its whole posting.' })
  const comment = t.arg.string({ required: true, description: 'Why, at least 3 characters.' })
  return {
    confirmOutput: t.field({
      type: [OutputConfirmationRef],
      authScopes: can('UPDATE', 'OUTPUTS'),
      description:
        'Confirms what was made of an order, or of none where the work center allows it. Without segments all that wait are confirmed, oldest first. More than planned is a warning, never refused.',
      args: {
        workCenterId: t.arg.int({ required: true }),
        jobOrderId: t.arg.int(),
        ...units,
        outputIIoTs: t.arg.intList({ description: 'Output segments; left out: all that wait.' }),
        comment: t.arg.string(),
        cutAtNow: t.arg.boolean({ required: true, defaultValue: false, description: CUT }),
        cutAt: t.arg({ type: 'DateTime', description: CUT_AT }),
        occurredAt,
        ...keys,
      },
      resolve: async (_root, { requestKey, actingUserId, ...args }, context) => {
        await context.workCenter(args.workCenterId)
        return await post(
          context,
          {
            ...segmentsOf(args),
            batches: (type) => batchesOf(args, type),
            reasons: reasonsOf(args.qualityReasons),
            materials: materialsOf(args),
          },
          {
            operation: 'confirmOutput',
            requestKey,
            actingUserId,
            occurredAt: args.occurredAt,
            cutAt: args.cutAt ?? null,
            // A clock that was put right between two tries makes no second act.
            content: { ...args, occurredAt: null },
          },
        )
      },
    }),
    outputConfirmationsCreate: t.field({
      type: [OutputConfirmationRef],
      authScopes: can('UPDATE', 'OUTPUTS'),
      description: 'The same in batches, each with its type, batch and container.',
      args: { input: t.arg({ type: CreateInput, required: true }), occurredAt, ...keys },
      resolve: async (_root, { requestKey, actingUserId, ...args }, context) => {
        await context.workCenter(args.input.workCenterId)
        const batches = args.input.batches.map(({ output, outputType, containerCode, batchCode, batchTime }): ActBatch => ({
          type: outputType,
          units: output,
          containerCode: textOf(containerCode),
          batchCode: textOf(batchCode),
          batchTime: batchTime ?? null,
        }))
        const reasons = args.input.batches.flatMap(({ qualityReasons }) => reasonsOf(qualityReasons))
        return await post(
          context,
          { ...segmentsOf(args.input), batches, reasons, materials: materialsOfBatches(args.input) },
          { operation: 'outputConfirmationsCreate', requestKey, actingUserId, occurredAt: args.occurredAt, content: args },
        )
      },
    }),
    cancelOutputConfirmation: t.field({
      type: [OutputConfirmationRef],
      authScopes: can('UPDATE', 'OUTPUTS'),
      description: 'Takes a posting out of all sums: an own one of the shift in progress, any by who manages output.',
      args: { id, comment, ...keys },
      resolve: async (_root, { requestKey, actingUserId, ...args }, context) => {
        const request = keyed('cancelOutputConfirmation', requestKey, args)
        return await answered(
          context,
          await cancelConfirmation(context.deps, memberIn(context, actingUserId), await context.visibleIds(), args, request),
        )
      },
    }),
    correctOutputConfirmation: t.field({
      type: [OutputConfirmationRef],
      authScopes: can('UPDATE', 'OUTPUTS'),
      description:
        'Puts other units in the place of a posting, in one act: no screen shows what lies between. What is left out of batch, containers, reasons, material and scrap is that of the posting, material in proportion; an empty list empties.',
      args: {
        id,
        comment,
        ...units,
        closeAfterConfirmation: t.arg.boolean({ description: 'Nothing more of the segments is confirmed; left out: as the posting said.' }),
        ...keys,
      },
      resolve: async (_root, { requestKey, actingUserId, ...args }, context) => {
        const request = keyed('correctOutputConfirmation', requestKey, args)
        const member = memberIn(context, actingUserId)
        const correction = {
          id: args.id,
          comment: args.comment,
          batches: (kept: { readonly batchCode: string | null; readonly containerCodes: readonly string[] }, type: WorkCenterType) =>
            batchesOf({ ...args, batchCode: args.batchCode ?? kept.batchCode }, type, kept.containerCodes),
          reasons: args.qualityReasons == null ? null : reasonsOf(args.qualityReasons),
          consumptions: args.consumptions == null ? null : consumptionsOf(args.consumptions, 0),
          scraps: args.scraps == null ? null : scrapsOf(args.scraps, 0),
          allowUncovered: args.allowUncovered,
          isClosing: args.closeAfterConfirmation ?? null,
          source: member.source ?? 'SCREEN',
        }
        return await answered(context, await correctConfirmation(context.deps, member, await context.visibleIds(), correction, request))
      },
    }),
  }
})

type Asked = {
  readonly operation: string
  readonly requestKey: string | null | undefined
  readonly actingUserId: string | null | undefined
  readonly occurredAt: number | null | undefined
  readonly cutAt?: number | null
  readonly content: unknown
}

/** What was kept without a connection came later. */
const KEPT_MS = MINUTE_MS

async function post(
  context: RequestContext,
  act: Omit<OutputAct, 'batches' | 'isAutomatic' | 'source'> & { readonly batches: BatchesOfType | OutputAct['batches'] },
  asked: Asked,
): Promise<AnsweredConfirmation[]> {
  const { operation, requestKey, actingUserId, occurredAt, cutAt = null, content } = asked
  const member = memberIn(context, actingUserId, occurredAt)
  const isKept = occurredAt != null && context.now() - occurredAt > KEPT_MS
  const source = isKept ? 'OFFLINE' : (member.source ?? 'SCREEN')
  const whole = { ...act, isAutomatic: false, source, at: cutAt ?? occurredAt ?? null, tappedAt: occurredAt ?? null } as const
  return await answered(
    context,
    await confirmOutput(context.deps, member, await context.visibleIds(), whole, keyed(operation, requestKey, content)),
  )
}

async function answered(context: RequestContext, { postingIds, isRepeated }: PostedAct): Promise<AnsweredConfirmation[]> {
  const rows = await context.inTenant((tenant) => listConfirmationsOf(tenant, postingIds))
  return rows.map((row) => ({ ...row, isRepeated }))
}

type SegmentArgs = {
  readonly workCenterId: number
  readonly jobOrderId?: number | null | undefined
  readonly outputIIoTs?: readonly number[] | null | undefined
  readonly comment?: string | null | undefined
  readonly cutAtNow: boolean
  readonly closeAfterConfirmation: boolean
}

function segmentsOf(args: SegmentArgs) {
  return {
    workCenterId: placeId(args.workCenterId),
    jobOrderId: args.jobOrderId == null ? null : asId<JobOrderId>(args.jobOrderId),
    segmentIds: args.outputIIoTs ?? null,
    cutsOpen: args.cutAtNow,
    isClosing: args.closeAfterConfirmation,
    comment: textOf(args.comment),
  }
}

type UnitArgs = {
  readonly acceptedOutput: number
  readonly rejectedOutput: number
  readonly containerCodes?: readonly string[] | null | undefined
  readonly batchCode?: string | null | undefined
}

/**
 * Accepted units by container, then the rejected ones; none of either is no batch, and a number that is none is refused with the others. Refuses more
 * containers than pieces; of those that the posting had before, the first stay.
 */
function batchesOf(args: UnitArgs, type: WorkCenterType, kept: readonly string[] = []): readonly ActBatch[] {
  const { acceptedOutput, rejectedOutput, containerCodes, batchCode } = args
  const codes = (containerCodes ?? kept).map((code) => textOf(code)).filter((code) => code !== null)
  const problem = containerCodes == null ? null : problemOfContainers(acceptedOutput, codes.length, type)
  if (problem !== null) throw new Refusal(problem)
  const parts = unitsByContainer(acceptedOutput, codes.length, type)
  const accepted = parts.map((units, index): ActBatch => {
    const containerCode = codes[index] ?? null
    return { type: 'ACCEPTED', units, containerCode, batchCode: textOf(batchCode), batchTime: null }
  })
  const rejected: ActBatch = { type: 'REJECTED', units: rejectedOutput, containerCode: null, batchCode: null, batchTime: null }
  return [...accepted, rejected].filter(({ units }) => units !== 0)
}

type MaterialArgs = {
  readonly consumptions?: Consumptions
  readonly scraps?: Scraps
  readonly allowUncovered: boolean
}
type Consumptions = readonly (typeof MaterialConsumptionInput.$inferInput)[] | null | undefined
type Scraps = readonly (typeof ScrapConfirmationInput.$inferInput)[] | null | undefined

/** What is said of a posting as a whole belongs to its first batch. */
function materialsOf({ consumptions, scraps, allowUncovered }: MaterialArgs): ActMaterials {
  return { consumptions: consumptionsOf(consumptions, 0), scraps: scrapsOf(scraps, 0), allowUncovered }
}

function materialsOfBatches({ batches, allowUncovered }: typeof CreateInput.$inferInput): ActMaterials {
  return {
    consumptions: batches.flatMap(({ consumptions }, index) => consumptionsOf(consumptions, index)),
    scraps: batches.flatMap(({ scrapConfirmations }, index) => scrapsOf(scrapConfirmations, index)),
    allowUncovered,
  }
}

function consumptionsOf(consumptions: Consumptions, batch: number): ActMaterials['consumptions'] {
  return (consumptions ?? []).map(({ itemId, quantity, batchId }) => ({
    batch,
    itemId: asId<ItemId>(itemId),
    quantity,
    batchId: batchId == null ? null : asId<BatchId>(batchId),
  }))
}

function scrapsOf(scraps: Scraps, batch: number): ActMaterials['scraps'] {
  return (scraps ?? []).map(({ itemId, quantity }) => ({ batch, itemId: asId<ItemId>(itemId), quantity }))
}

function reasonsOf(reasons: Reasons): OutputAct['reasons'] {
  return (reasons ?? []).map(({ reasonId, output, comment }) => ({
    reasonId: asId<LossReasonId>(reasonId),
    units: output,
    comment: textOf(comment),
  }))
}

function textOf(text: string | null | undefined): string | null {
  return (text?.trim() ?? '') || null
}
