import { DATE_ORDERS, DECIMAL_SIGNS, IMPORT_FIELDS, IMPORT_SCOPES, textOf } from '#engine/jobOrder/import/importField.ts'
import type { ImportColumn } from '#engine/jobOrder/import/importField.ts'
import { ROW_OUTCOMES } from '#engine/jobOrder/import/importPlan.ts'
import type { EndedOrder, FieldChange, ImportCounts } from '#engine/jobOrder/import/importPlan.ts'
import type { CellProblem } from '#engine/jobOrder/import/readRow.ts'
import type { ColumnQuestion } from '#engine/jobOrder/import/suggestMapping.ts'
import { MEASUREMENT_UNITS } from '#engine/output/measurementUnit.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { JobOrdersImportTypeEnum, JobOrderStatusEnum } from '#server/graphql/enums.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { WorkCenterRef, workCenterById } from '#server/workCenter/workCenter.graph.ts'
import { memberIn } from '../orderMember.graph.ts'
import { msOfUnit } from '../jobOrderType.schema.ts'
import type { SavedMapping } from './importMapping.store.ts'
import { countFilled, listFirstRows, pageRows } from './importRow.store.ts'
import type { ImportRow } from './importRow.store.ts'
import { problemOfUndo } from './importUndo.service.ts'
import type { ForeseenUndo } from './importUndo.service.ts'
import { findSameFile, IMPORT_STATES } from './orderImport.store.ts'
import type { ImportedPlace, KeptOrder, OrderImport } from './orderImport.store.ts'

export const FieldEnum = builder.enumType('JobOrdersImportField', {
  description: 'What a column says of an order. Cells of status are draft or released.',
  values: IMPORT_FIELDS,
})
export const DecimalEnum = builder.enumType('ImportDecimalSign', { values: DECIMAL_SIGNS })
export const DateOrderEnum = builder.enumType('ImportDateOrder', { values: DATE_ORDERS })
export const ScopeEnum = builder.enumType('JobOrdersImportScope', {
  description: 'Whose open orders give way: those of the work centers in the file, or of all.',
  values: IMPORT_SCOPES,
})
const StateEnum = builder.enumType('JobOrdersImportState', { values: IMPORT_STATES })
const OutcomeEnum = builder.enumType('JobOrdersImportOutcome', { values: ROW_OUTCOMES })

const CountsRef = builder.objectRef<ImportCounts>('JobOrdersImportCounts').implement({
  fields: (t) => ({
    create: t.exposeInt('create'),
    update: t.exposeInt('update'),
    close: t.exposeInt('close'),
    cancel: t.exposeInt('cancel'),
    recreate: t.exposeInt('recreate'),
    unchanged: t.exposeInt('unchanged'),
    refused: t.exposeInt('refused'),
    leftOut: t.exposeInt('leftOut'),
  }),
})

type ShownColumn = ImportColumn & { readonly header: string; readonly examples: readonly string[]; readonly filled: number }
const ColumnRef = builder.objectRef<ShownColumn>('JobOrdersImportColumn').implement({
  fields: (t) => ({
    header: t.exposeString('header'),
    field: t.expose('field', { type: FieldEnum, nullable: true }),
    decimalSign: t.expose('decimal', { type: DecimalEnum, nullable: true, description: 'Of numbers; null = it is to be asked for.' }),
    dateOrder: t.expose('dates', { type: DateOrderEnum, nullable: true, description: 'Of dates with slashes.' }),
    examples: t.field({ type: ['String'], description: 'Its first values, at most 3.', resolve: ({ examples }) => [...examples] }),
    filled: t.exposeInt('filled', { description: 'In how many rows it says something.' }),
  }),
})

const QuestionRef = builder.objectRef<ColumnQuestion>('JobOrdersImportQuestion').implement({
  description: 'What only a person knows of a column.',
  fields: (t) => ({
    column: t.exposeInt('column'),
    kind: t.field({
      type: builder.enumType('JobOrdersImportQuestionKind', { values: ['DATE_ORDER', 'DECIMAL'] as const }),
      resolve: ({ kind }) => kind,
    }),
    example: t.exposeString('example'),
  }),
})

const PlaceRef = builder.objectRef<ImportedPlace>('JobOrdersImportPlace').implement({
  description: 'What an import does at a work center.',
  fields: (t) => ({
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => workCenterById(context).load(workCenterId),
    }),
    importType: t.expose('importType', { type: JobOrdersImportTypeEnum }),
    rows: t.exposeInt('rows'),
    cancelled: t.exposeInt('cancelled'),
    closed: t.exposeInt('closed'),
  }),
})

const EndedRef = builder.objectRef<EndedOrder>('JobOrdersImportEnded').implement({
  description: 'An open order that gives way.',
  fields: (t) => ({
    jobOrderId: t.int({ resolve: ({ orderId }) => orderId }),
    orderCode: t.exposeString('orderCode'),
    statusBefore: t.expose('before', { type: JobOrderStatusEnum }),
    status: t.expose('status', { type: JobOrderStatusEnum }),
    acceptedOutput: t.expose('acceptedOutput', { type: 'Decimal' }),
  }),
})

const ChangeRef = builder.objectRef<FieldChange>('JobOrdersImportChange').implement({
  fields: (t) => ({
    field: t.exposeString('field'),
    before: t.string({
      nullable: true,
      description: 'Instants in UTC ms.',
      resolve: ({ before }) => (before === null ? null : String(before)),
    }),
    after: t.string({ nullable: true, resolve: ({ after }) => (after === null ? null : String(after)) }),
  }),
})

const ProblemRef = builder.objectRef<CellProblem>('JobOrdersImportProblem').implement({
  description: 'What is wrong with a cell.',
  fields: (t) => ({
    code: t.exposeString('code'),
    field: t.string({ resolve: ({ field }) => field ?? '' }),
    column: t.exposeInt('column', { nullable: true }),
    value: t.exposeString('value'),
    params: t.string({ description: 'JSON: what is legal.', resolve: ({ params }) => JSON.stringify(params ?? {}) }),
  }),
})

const RowRef = builder.objectRef<ImportRow>('JobOrdersImportRow').implement({
  fields: (t) => ({
    no: t.exposeInt('no', { description: 'Its line in the file.' }),
    cells: t.field({ type: ['String'], resolve: ({ cells }) => cells.map(textOf) }),
    isLeftOut: t.exposeBoolean('isLeftOut'),
    outcome: t.expose('outcome', { type: OutcomeEnum, nullable: true, description: 'Null until it was checked.' }),
    jobOrderId: t.exposeInt('jobOrderId', { nullable: true }),
    orderCode: t.exposeString('orderCode', { nullable: true }),
    changes: t.field({ type: [ChangeRef], resolve: ({ changes }) => [...changes] }),
    problems: t.field({ type: [ProblemRef], resolve: ({ problems }) => [...problems] }),
  }),
})
const RowsPageRef = pageType<ImportRow>('JobOrdersImportRowsPage', RowRef)

const KeptRef = builder.objectRef<KeptOrder>('JobOrdersImportKept').implement({
  description: 'An order that stayed when the import was taken back: it was changed since, or another open one has its code.',
  fields: (t) => ({
    jobOrderId: t.int({ resolve: ({ orderId }) => orderId }),
    orderCode: t.exposeString('orderCode'),
    cause: t.exposeString('cause'),
  }),
})

const RestoredRef = builder.objectRef<ForeseenUndo['restored'][number]>('JobOrdersImportRestored').implement({
  fields: (t) => ({
    jobOrderId: t.int({ resolve: ({ orderId }) => orderId }),
    orderCode: t.exposeString('orderCode'),
    status: t.expose('status', { type: JobOrderStatusEnum, description: 'That it gets back; what was in progress is paused.' }),
  }),
})

export const ForeseenUndoRef = builder.objectRef<ForeseenUndo>('JobOrdersImportUndo').implement({
  description: 'What taking an import back does.',
  fields: (t) => ({
    removed: t.field({ type: ['String'], description: 'Codes of the orders that it made.', resolve: ({ removed }) => [...removed] }),
    restored: t.field({ type: [RestoredRef], resolve: ({ restored }) => [...restored] }),
    kept: t.field({ type: [KeptRef], description: 'Orders that stay as they are.', resolve: ({ kept }) => [...kept] }),
  }),
})

const SameFileRef = builder.objectRef<OrderImport>('SameJobOrdersImport').implement({
  fields: (t) => ({
    id: t.exposeInt('id'),
    appliedOn: t.expose('appliedOn', { type: 'DateTime', nullable: true }),
    appliedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ appliedBy }, _args, context) => (appliedBy === null ? null : userById(context).load(appliedBy)),
    }),
  }),
})

const CYCLE_UNITS = MEASUREMENT_UNITS.filter(({ group }) => group === 'TIME')

export const ImportRef = builder.objectRef<OrderImport>('JobOrdersImport').implement({
  description: 'A file of job orders, from its upload until it is taken back.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    fileName: t.exposeString('fileName'),
    encoding: t.exposeString('encoding', { nullable: true }),
    delimiter: t.exposeString('delimiter', { nullable: true }),
    sheet: t.exposeString('sheet', { nullable: true }),
    sheets: t.field({ type: ['String'], resolve: ({ sheets }) => [...sheets] }),
    rowCount: t.exposeInt('rowCount'),
    state: t.expose('state', { type: StateEnum, description: 'FAILED: it was cut off while it was applied, and nothing of it was done.' }),
    columns: t.field({ type: [ColumnRef], resolve: (one, _args, context) => columnsOf(context, one) }),
    questions: t.field({ type: [QuestionRef], resolve: ({ questions }) => [...questions] }),
    workCenterId: t.int({ nullable: true, description: 'Of rows that name none.', resolve: ({ mapping }) => mapping.workCenterId }),
    cycleTimeUnitId: t.int({ resolve: ({ mapping }) => CYCLE_UNITS.find(({ code }) => msOfUnit(code) === mapping.cycleUnitMs)?.id ?? 0 }),
    importType: t.expose('importType', {
      type: JobOrdersImportTypeEnum,
      nullable: true,
      description: 'Null: what each work center is set to.',
    }),
    scope: t.expose('scope', { type: ScopeEnum }),
    createItems: t.boolean({ resolve: ({ mayCreateItems }) => mayCreateItems }),
    skipRefused: t.boolean({ resolve: ({ skipsRefused }) => skipsRefused }),
    counts: t.field({ type: CountsRef, nullable: true, description: 'Of the last check.', resolve: ({ counts }) => counts }),
    places: t.field({ type: [PlaceRef], resolve: ({ places }) => [...places] }),
    ended: t.field({ type: [EndedRef], description: 'Open orders that give way, at most 1000.', resolve: ({ ended }) => [...ended] }),
    checkToken: t.exposeString('checkToken', { nullable: true, description: 'Proves that nothing changed since the check.' }),
    done: t.exposeInt('done', { description: 'How many orders are written.' }),
    rows: t.field({
      type: RowsPageRef,
      args: {
        outcomes: t.arg({ type: [OutcomeEnum] }),
        page: t.arg.int({ required: true, defaultValue: 1 }),
        size: t.arg.int({ required: true, defaultValue: 10 }),
      },
      resolve: (one, args, context) => rowsOf(context, one, args),
    }),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ createdBy }, _args, context) => (createdBy === null ? null : userById(context).load(createdBy)),
    }),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
    appliedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ appliedBy }, _args, context) => (appliedBy === null ? null : userById(context).load(appliedBy)),
    }),
    appliedOn: t.expose('appliedOn', { type: 'DateTime', nullable: true }),
    undoUntil: t.expose('undoUntil', { type: 'DateTime', nullable: true }),
    undoneOn: t.expose('undoneOn', { type: 'DateTime', nullable: true }),
    isUndoable: t.boolean({
      description: 'Whether the caller can take it back.',
      resolve: (one, _args, context) =>
        context.may('UPDATE', 'JOB_ORDERS') && problemOfUndo(one, memberIn(context), context.now()) === null,
    }),
    kept: t.field({ type: [KeptRef], resolve: ({ kept }) => [...kept] }),
    sameFile: t.field({
      type: SameFileRef,
      nullable: true,
      description: 'The last import of the same file that holds.',
      resolve: (one, _args, context) => context.inTenant((tenant) => findSameFile(tenant, one)),
    }),
  }),
})
export const MappingRef = builder.objectRef<SavedMapping>('JobOrdersImportMapping').implement({
  description: 'How files are read that are imported again and again.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    name: t.exposeString('name'),
    headers: t.field({ type: ['String'], resolve: ({ columns }) => columns.map(({ header }) => header) }),
    fields: t.field({
      type: [FieldEnum],
      nullable: { list: false, items: true },
      resolve: ({ columns }) => columns.map(({ field }) => field),
    }),
    workCenterId: t.exposeInt('workCenterId', { nullable: true }),
  }),
})

async function columnsOf(context: RequestContext, { id, headers, mapping }: OrderImport): Promise<ShownColumn[]> {
  const [rows, filled] = await context.inTenant(
    async (tenant) => [await listFirstRows(tenant, id, 50), await countFilled(tenant, id)] as const,
  )
  return headers.map((header, at) => {
    const values = rows.map(({ cells }) => textOf(cells[at])).filter((text) => text !== '')
    const column: ImportColumn = mapping.columns[at] ?? { field: null, decimal: null, dates: null }
    return { ...column, header, examples: [...new Set(values)].slice(0, 3), filled: filled.get(at) ?? 0 }
  })
}

async function rowsOf(
  context: RequestContext,
  { id }: OrderImport,
  {
    outcomes,
    ...args
  }: { readonly outcomes?: readonly (typeof ROW_OUTCOMES)[number][] | null | undefined; readonly page: number; readonly size: number },
) {
  const range = checkedPage(args)
  return { ...range, ...(await context.inTenant((tenant) => pageRows(tenant, id, { outcomes: outcomes ?? null, ...range }))) }
}
