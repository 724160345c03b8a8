import type { ImportColumn, ImportField, ImportMapping } from '#engine/jobOrder/import/importField.ts'
import { findUnit } from '#engine/output/measurementUnit.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { JobOrdersImportTypeEnum } from '#server/graphql/enums.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import { Refusal } from '#server/refusal.ts'
import { keyed, memberIn, REQUEST_KEY } from '../orderMember.graph.ts'
import { msOfUnit } from '../jobOrderType.schema.ts'
import { listMappings } from './importMapping.store.ts'
import { editImport, forgetMapping, importOrders, keepMapping, readImport, readUndo, undoImport } from './orderImport.service.ts'
import { pageImports } from './orderImport.store.ts'
import type { OrderImport } from './orderImport.store.ts'
import { DateOrderEnum, DecimalEnum, FieldEnum, ForeseenUndoRef, ImportRef, MappingRef, ScopeEnum } from './orderImportType.schema.ts'

const ImportsPageRef = pageType<OrderImport>('JobOrdersImportsPage', ImportRef)

const ColumnInput = builder.inputType('JobOrdersImportColumnInput', {
  fields: (t) => ({
    field: t.field({ type: FieldEnum, description: 'Null: the column is left out.' }),
    decimalSign: t.field({ type: DecimalEnum, description: 'Null: decided by the values.' }),
    dateOrder: t.field({ type: DateOrderEnum }),
  }),
})
const MappingInput = builder.inputType('JobOrdersImportMappingInput', {
  fields: (t) => ({
    columns: t.field({ type: [ColumnInput], required: true, description: 'One for each column of the file.' }),
    workCenterId: t.int({ description: 'Of rows that name none.' }),
    cycleTimeUnitId: t.int({ description: 'A unit of time; seconds where it is left out.' }),
  }),
})
const RowInput = builder.inputType('JobOrdersImportRowInput', {
  description: 'An order as text or number in each field; dates in ISO form, by the clock of the work center.',
  fields: (t) => ({
    code: t.string({ required: true }),
    productCode: t.string({ required: true }),
    plannedQuantity: t.field({ type: 'Decimal', required: true }),
    workCenterCode: t.string(),
    workCenterName: t.string(),
    productName: t.string(),
    orderCode: t.string(),
    description: t.string(),
    planStart: t.string(),
    planEnd: t.string(),
    dueDate: t.string(),
    targetCycleTime: t.field({ type: 'Decimal', description: 'Seconds.' }),
    priority: t.int(),
    notes: t.string(),
    status: t.string({ description: 'draft or released.' }),
  }),
})
const CellInput = builder.inputType('JobOrdersImportCellInput', {
  fields: (t) => ({ column: t.int({ required: true }), text: t.string({ required: true }) }),
})
const RowEditInput = builder.inputType('JobOrdersImportRowEditInput', {
  fields: (t) => ({
    no: t.int({ required: true, description: 'Its line in the file.' }),
    cells: t.field({ type: [CellInput] }),
    isLeftOut: t.boolean(),
  }),
})

builder.queryFields((t) => ({
  jobOrdersImports: t.field({
    type: ImportsPageRef,
    authScopes: can('READ', 'JOB_ORDERS'),
    description: 'Imports of job orders, the newest first. Not for operators.',
    args: { page: t.arg.int({ required: true, defaultValue: 1 }), size: t.arg.int({ required: true, defaultValue: 10 }) },
    resolve: async (_root, args, context) => {
      refuseOperators(context)
      const range = checkedPage(args)
      return { ...range, ...(await context.inTenant((tenant) => pageImports(tenant, range))) }
    },
  }),
  jobOrdersImport: t.field({
    type: ImportRef,
    authScopes: can('READ', 'JOB_ORDERS'),
    args: { id: t.arg.int({ required: true }) },
    resolve: (_root, { id }, context) => {
      refuseOperators(context)
      return readImport(context.deps, context.member(), id)
    },
  }),
  jobOrdersImportUndoPreview: t.field({
    type: ForeseenUndoRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'What undoJobOrdersImport would do now; nothing is changed. Refused as that would be. Not for operators.',
    args: { id: t.arg.int({ required: true }) },
    resolve: (_root, { id }, context) => readUndo(context.deps, memberIn(context), id),
  }),
  importMappings: t.field({
    type: [MappingRef],
    authScopes: can('READ', 'JOB_ORDERS'),
    description: 'Saved mappings, the last saved first. Not for operators.',
    resolve: async (_root, _args, context) => {
      refuseOperators(context)
      return [...(await context.inTenant((tenant) => listMappings(tenant)))]
    },
  }),
}))

builder.mutationFields((t) => ({
  importJobOrders: t.field({
    type: ImportRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description:
      'Checks an import (dryRun) or applies it, all of it or nothing. Of a file that was sent to /api/imports, or of rows. What is left out is as it was. Not for operators.',
    args: {
      uploadId: t.arg.int(),
      rows: t.arg({ type: [RowInput], description: 'At most 20,000.' }),
      mapping: t.arg({ type: MappingInput }),
      importType: t.arg({ type: JobOrdersImportTypeEnum, description: 'Null: what each work center is set to.' }),
      scope: t.arg({ type: ScopeEnum, description: 'COMPANY needs MODIFY.' }),
      dryRun: t.arg.boolean({ required: true, defaultValue: false }),
      checkToken: t.arg.string({ description: 'Of the check; applying is refused as IMPORT_OUTDATED if something changed since.' }),
      skipRefused: t.arg.boolean({ description: 'Applies the good rows although others are refused.' }),
      createItems: t.arg.boolean({ description: 'Products that are not known are made.' }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
    },
    resolve: async (_root, { requestKey, ...args }, context) => {
      const asked = {
        id: args.uploadId ?? null,
        rows: args.rows?.map((row) => ({ ...row })) ?? null,
        ...(args.mapping != null && { mapping: mappingOf(args.mapping) }),
        ...(args.importType !== undefined && { importType: args.importType }),
        ...(args.scope != null && { scope: args.scope }),
        ...(args.createItems != null && { mayCreateItems: args.createItems }),
        isDryRun: args.dryRun,
        checkToken: args.checkToken ?? null,
        skipsRefused: args.skipRefused ?? false,
      }
      const id = await importOrders(
        context.deps,
        memberIn(context),
        await context.visibleIds(),
        asked,
        keyed('importJobOrders', requestKey, args),
      )
      return await readImport(context.deps, context.member(), id)
    },
  }),
  editJobOrdersImport: t.field({
    type: ImportRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description:
      'Stores the mapping, repaired cells and rows that are left out; then the import is to be checked again. Not for operators.',
    args: {
      id: t.arg.int({ required: true }),
      sheet: t.arg.string({
        description: 'Of a workbook: read instead, before the rest is stored. What was said of the other sheet is gone.',
      }),
      savedMappingId: t.arg.int({ description: 'A saved mapping, laid on the headers of the file; `mapping` stands over it.' }),
      mapping: t.arg({ type: MappingInput }),
      rows: t.arg({ type: [RowEditInput] }),
    },
    resolve: async (_root, { id, sheet, savedMappingId, mapping, rows }, context) => {
      const edits = (rows ?? []).map(({ no, cells, isLeftOut }) => ({ no, cells: cells ?? [], isLeftOut: isLeftOut ?? null }))
      await editImport(context.deps, memberIn(context), {
        id,
        sheet: sheet ?? null,
        savedMappingId: savedMappingId ?? null,
        mapping: mapping == null ? null : mappingOf(mapping),
        rows: edits,
      })
      return await readImport(context.deps, context.member(), id)
    },
  }),
  undoJobOrdersImport: t.field({
    type: ImportRef,
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'Within a day, by who imported or may manage job orders. What was changed since stays and is listed. Not for operators.',
    args: { id: t.arg.int({ required: true }), requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }) },
    resolve: async (_root, { id, requestKey }, context) => {
      await undoImport(context.deps, memberIn(context), id, keyed('undoJobOrdersImport', requestKey, { id }))
      return await readImport(context.deps, context.member(), id)
    },
  }),
  saveImportMapping: t.field({
    type: [MappingRef],
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'Keeps how the file is read under a name of 1 to 100 characters; one of the same name is replaced. Not for operators.',
    args: { importId: t.arg.int({ required: true }), name: t.arg.string({ required: true }) },
    resolve: async (_root, { importId, name }, context) => [
      ...(await keepMapping(context.deps, memberIn(context), { id: importId, name })),
    ],
  }),
  deleteImportMapping: t.field({
    type: [MappingRef],
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'Not for operators.',
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => [...(await forgetMapping(context.deps, memberIn(context), id))],
  }),
}))

/** A file holds orders of all work centers. */
function refuseOperators(context: RequestContext): void {
  if (context.member().role === 'OPERATOR') throw new Refusal({ code: 'PLANNERS_ONLY' })
}

type GivenColumn = {
  readonly field?: ImportField | null | undefined
  readonly decimalSign?: ImportColumn['decimal'] | undefined
  readonly dateOrder?: ImportColumn['dates'] | undefined
}

function mappingOf(given: {
  readonly columns: readonly GivenColumn[]
  readonly workCenterId?: number | null | undefined
  readonly cycleTimeUnitId?: number | null | undefined
}): ImportMapping {
  const unit = given.cycleTimeUnitId == null ? null : findUnit(given.cycleTimeUnitId, 'TIME')
  if (given.cycleTimeUnitId != null && unit === null) throw new Refusal({ code: 'MEASUREMENT_UNIT_NOT_FOUND', field: 'cycleTimeUnitId' })
  return {
    columns: given.columns.map(({ field, decimalSign, dateOrder }) => ({
      field: field ?? null,
      decimal: decimalSign ?? null,
      dates: dateOrder ?? null,
    })),
    workCenterId: given.workCenterId ?? null,
    cycleUnitMs: msOfUnit(unit?.code ?? 's'),
  }
}
