import { IMPORT_FIELDS, textOf } from '#engine/jobOrder/import/importField.ts'
import type { Cell, ImportMapping } from '#engine/jobOrder/import/importField.ts'
import { answeredColumns, decidedMapping, savedMappingOn } from '#engine/jobOrder/import/suggestMapping.ts'
import { textProblem } from '#engine/fields/fieldRules.ts'
import type { Tenant } from '#server/db/database.ts'
import { MAX_COLUMNS, MAX_ROWS } from '#server/file/table/readTable.ts'
import { Refusal } from '#server/refusal.ts'
import { answeredBefore } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import type { ImportMember, OrderDeps, OrderMember, VisiblePlaces } from '../orderDeps.ts'
import { requirePlanner, rightsOf } from '../orderDeps.ts'
import { notifyImports } from '../visibleOrder.ts'
import { listBusyPlaces } from './importedOrder.store.ts'
import { deleteMapping, listMappings, saveMapping } from './importMapping.store.ts'
import type { SavedMapping } from './importMapping.store.ts'
import type { ImportChoices } from './importPlanning.service.ts'
import { foreseeUndo } from './importUndo.service.ts'
import type { ForeseenUndo } from './importUndo.service.ts'
import { editRows, findRows, listRows } from './importRow.store.ts'
import { appliedOf, importNotFound, isComplete } from './importTask.ts'
import type { FileToRead, ImportRunner, ImportTask, SentRow } from './importTask.ts'
import { findImport, isImportIdle, updateImport } from './orderImport.store.ts'
import type { OrderImport } from './orderImport.store.ts'

export type ImportDeps = OrderDeps & { readonly runImport: ImportRunner }

/** What a person asks of an import; what is left out is as it was. */
export type ImportAsked = Partial<ImportChoices> & {
  readonly id: number | null
  readonly rows: readonly SentRow[] | null
  /** Where the rows come from; left out = a program. */
  readonly rowsOf?: string
  readonly isDryRun: boolean
  readonly checkToken: string | null
  readonly skipsRefused: boolean
}

const MOST_EDITED = 1000
/** Pages hear of progress this often at most. */
const PROGRESS_MS = 300

/** Returns the id of the import of a file, which is read and laid out in columns; nothing is changed. */
export async function uploadImport(deps: ImportDeps, member: OrderMember, file: FileToRead): Promise<number> {
  requirePlanner(member)
  const { id } = await run(deps, { name: 'READ', member, visible: null, at: deps.now(), file })
  return id
}

/**
 * Returns the import after it was checked or applied (domain.md I-1, I-9). Refuses an unknown one, one that is applied already, the scope of the company
 * from who may not manage orders, and what makePlan and applyIn refuse.
 */
export async function importOrders(
  deps: ImportDeps,
  member: ImportMember,
  visible: VisiblePlaces,
  asked: ImportAsked,
  request: KeyedRequest | null,
): Promise<number> {
  requirePlanner(member)
  if ((asked.id === null) === (asked.rows === null)) throw new Refusal({ code: 'REQUIRED', field: 'uploadId' })
  if (asked.rows !== null && asked.rows.length > MAX_ROWS)
    throw new Refusal({ code: 'IMPORT_TOO_LARGE', params: { what: 'ROWS', max: MAX_ROWS } })
  // Rows that a program sends again are not stored again.
  const first = request === null || asked.isDryRun ? null : await appliedBefore(deps, member, request)
  if (first !== null) return first
  const [at, sentAt] = [deps.now(), Date.now()]
  const id =
    asked.id ?? (await run(deps, { name: 'ROWS', member, visible, at, rows: asked.rows ?? [], fileName: asked.rowsOf ?? 'API' })).id
  const stored = await deps.database.inTenant(member.companyId, (tenant) => requireImport(tenant, id))
  const choices: ImportChoices = {
    mapping: checkedMapping(stored, asked.mapping ?? stored.mapping),
    importType: asked.importType === undefined ? stored.importType : asked.importType,
    scope: asked.scope ?? stored.scope,
    mayCreateItems: asked.mayCreateItems ?? stored.mayCreateItems,
    placeIds: asked.placeIds,
    keptCodes: asked.keptCodes,
  }
  // Also one that somebody else chose before.
  if (choices.scope === 'COMPANY' && !rightsOf(member).mayModify)
    throw new Refusal({ code: 'FORBIDDEN', field: 'scope', params: { action: 'MODIFY', subject: 'JOB_ORDERS' } })
  // What a device counted decides what becomes of an order in progress: it is written first.
  const busy = await deps.database.inTenant(member.companyId, listBusyPlaces)
  if (busy.length > 0) await deps.ingest.settle(member.companyId, busy, at)
  if (asked.isDryRun) {
    await run(deps, { name: 'CHECK', member, visible, at, id, choices })
    return id
  }
  const options = { ...choices, checkToken: asked.checkToken, skipsRefused: asked.skipsRefused }
  return (await run(deps, { name: 'APPLY', member, visible, at, id, options, request, sentAt })).id
}

/** Returns the import that the same request applied; null when its key is new. */
async function appliedBefore({ database }: ImportDeps, { companyId, userId }: ImportMember, request: KeyedRequest): Promise<number | null> {
  if (userId === null) return null
  const first = await database.inTenant(companyId, (tenant) => answeredBefore(tenant, userId, request, appliedOf))
  return first === null ? null : first.answer.id
}

/** Takes the import back (domain.md I-10). */
export async function undoImport(deps: ImportDeps, member: OrderMember, id: number, request: KeyedRequest | null): Promise<number> {
  requirePlanner(member)
  await run(deps, { name: 'UNDO', member, visible: null, at: deps.now(), id, request })
  return id
}

/** Returns what taking the import back would do now (domain.md I-10); nothing is changed. */
export async function readUndo(deps: ImportDeps, member: OrderMember, id: number): Promise<ForeseenUndo> {
  requirePlanner(member)
  return await deps.database.inTenant(member.companyId, async (tenant) =>
    foreseeUndo(tenant, member, await requireImport(tenant, id), deps.now()),
  )
}

/** Returns the import as it stands; one whose application was cut off has failed, and nothing of it was done. */
export async function readImport(
  deps: Pick<ImportDeps, 'database'>,
  { companyId }: Pick<OrderMember, 'companyId'>,
  id: number,
): Promise<OrderImport> {
  return await deps.database.inTenant(companyId, async (tenant) => {
    const stored = await requireImport(tenant, id)
    if (stored.state !== 'APPLYING' || !(await isImportIdle(tenant, id))) return stored
    // It may have ended between the two looks.
    const now = await requireImport(tenant, id)
    if (now.state !== 'APPLYING') return now
    await updateImport(tenant, id, { state: 'FAILED', done: 0 })
    return { ...now, state: 'FAILED', done: 0 }
  })
}

/** What a person repairs in a row: cells by their columns, and whether it is left out. */
export type RowEdit = {
  readonly no: number
  readonly cells: readonly { readonly column: number; readonly text: string }[]
  readonly isLeftOut: boolean | null
}

/** What a person changes of an import before it is applied; null = as it is. */
export type ImportEdit = {
  readonly id: number
  /** The sheet of the workbook that is read instead; what was said of the other one is gone. */
  readonly sheet: string | null
  /** A saved mapping, laid on the headers of the file. */
  readonly savedMappingId: number | null
  readonly mapping: ImportMapping | null
  readonly rows: readonly RowEdit[]
}

/**
 * Stores the sheet, how it is read, repaired cells and rows that are left out; the import is to be checked again. Refuses IMPORT_SHEET_UNKNOWN,
 * IMPORT_MAPPING_NOT_FOUND, and what the file has no columns or rows for.
 */
export async function editImport(
  deps: ImportDeps,
  member: OrderMember,
  { id, sheet, savedMappingId, mapping, rows }: ImportEdit,
): Promise<number> {
  requirePlanner(member)
  if (rows.length > MOST_EDITED) throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'rows', params: { min: 0, max: MOST_EDITED } })
  if (sheet !== null) {
    await deps.database.inTenant(member.companyId, (tenant) => requireImport(tenant, id))
    await run(deps, { name: 'SHEET', member, visible: null, at: deps.now(), id, sheet })
  }
  await deps.database.inTenant(member.companyId, async (tenant) => {
    const stored = await requireImport(tenant, id)
    if (!(await isImportIdle(tenant, id)) || stored.state === 'APPLIED' || stored.state === 'UNDONE' || stored.state === 'EXPIRED')
      throw new Refusal({ code: 'IMPORT_CLOSED', params: { state: stored.state } })
    const saved = savedMappingId === null ? null : await savedMappingOf(tenant, savedMappingId, stored)
    await editRows(tenant, id, await editedRows(tenant, stored, rows))
    const table = {
      headers: stored.headers,
      rows: (await listRows(tenant, id)).filter(({ isLeftOut }) => !isLeftOut).map(({ cells }) => cells),
    }
    const decided = decidedMapping(table, checkedMapping(stored, mapping ?? saved ?? stored.mapping))
    const state = isComplete(decided.mapping, decided.questions) ? 'MAPPED' : 'UPLOADED'
    await updateImport(tenant, id, { ...decided, state, checkToken: null })
    await notifyImports(tenant)
  })
  return id
}

async function savedMappingOf(tenant: Tenant, mappingId: number, { headers }: Pick<OrderImport, 'headers'>): Promise<ImportMapping> {
  const saved = (await listMappings(tenant)).find(({ id }) => id === mappingId)
  if (saved === undefined) throw new Refusal({ code: 'IMPORT_MAPPING_NOT_FOUND', field: 'savedMappingId', params: { id: mappingId } })
  const { columns, workCenterId, cycleUnitMs } = saved
  return { columns: savedMappingOn(headers, columns), workCenterId, cycleUnitMs }
}

async function editedRows(
  tenant: Tenant,
  { id, headers }: OrderImport,
  rows: readonly RowEdit[],
): Promise<readonly { readonly no: number; readonly cells: readonly Cell[] | null; readonly isLeftOut: boolean | null }[]> {
  const found = new Map(
    (
      await findRows(
        tenant,
        id,
        rows.map(({ no }) => no),
      )
    ).map((row) => [row.no, row]),
  )
  return rows.map(({ no, cells, isLeftOut }) => {
    const row = found.get(no)
    if (row === undefined) throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'rows', params: { value: no, min: 1 } })
    const edited = headers.map((_header, at) => row.cells[at] ?? null)
    for (const { column, text } of cells) {
      if (column < 0 || column >= headers.length)
        throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'column', params: { value: column, min: 0, max: headers.length - 1 } })
      edited[column] = textOf(text) || null
    }
    return { no, cells: cells.length === 0 ? null : edited, isLeftOut }
  })
}

/** Returns the saved mappings after one was stored under its name. */
export async function keepMapping(
  deps: ImportDeps,
  member: OrderMember,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<readonly SavedMapping[]> {
  requirePlanner(member)
  const problem = textProblem('name', name, { min: 1, max: 100 })
  if (problem !== null) throw new Refusal(problem)
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const { mapping, headers } = await requireImport(tenant, id)
    const rows = (await listRows(tenant, id)).filter(({ isLeftOut }) => !isLeftOut).map(({ cells }) => cells)
    const columns = answeredColumns({ headers, rows }, mapping).map((column, at) => ({ ...column, header: headers[at] ?? '' }))
    const { workCenterId, cycleUnitMs } = mapping
    await saveMapping(
      tenant,
      { name: name.trim(), columns, workCenterId, cycleUnitMs },
      { userId: member.userId, at: new Date(deps.now()) },
    )
    await notifyImports(tenant)
    return await listMappings(tenant)
  })
}

/** Returns the saved mappings without the one. */
export async function forgetMapping(deps: ImportDeps, member: OrderMember, id: number): Promise<readonly SavedMapping[]> {
  requirePlanner(member)
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    if (!(await deleteMapping(tenant, id))) throw new Refusal({ code: 'IMPORT_MAPPING_NOT_FOUND', params: { id } })
    await notifyImports(tenant)
    return await listMappings(tenant)
  })
}

async function requireImport(tenant: Tenant, id: number): Promise<OrderImport> {
  const stored = await findImport(tenant, id)
  if (stored === null) throw importNotFound(id)
  return stored
}

/** A mapping has a column for each of the file, and fields that there are. */
function checkedMapping({ headers }: Pick<OrderImport, 'headers'>, mapping: ImportMapping): ImportMapping {
  if (mapping.columns.length !== headers.length || headers.length > MAX_COLUMNS)
    throw new Refusal({ code: 'IMPORT_COLUMNS_DIFFER', field: 'mapping', params: { columns: headers.length } })
  const isKnown = mapping.columns.every(({ field }) => field === null || IMPORT_FIELDS.includes(field))
  if (!isKnown || !(mapping.cycleUnitMs > 0))
    throw new Refusal({ code: 'INVALID_FORMAT', field: 'mapping', params: { example: IMPORT_FIELDS.join(', ') } })
  return mapping
}

async function run(deps: ImportDeps, task: ImportTask): Promise<{ readonly id: number }> {
  const { companyId } = task.member
  let toldAt = 0
  let telling: Promise<unknown> = Promise.resolve()
  const done = await deps.runImport(task, (count) => {
    if (!('id' in task) || Date.now() - toldAt < PROGRESS_MS) return
    toldAt = Date.now()
    telling = telling.then(() =>
      deps.database.inTenant(companyId, async (tenant) => {
        await updateImport(tenant, task.id, { done: count })
        await notifyImports(tenant)
      }),
    )
    // How far it is matters to nobody when it cannot be told.
    telling.catch(() => undefined)
  })
  for (const workCenterId of done.reload) await deps.ingest.reload({ companyId, workCenterId }, { wait: true })
  return done
}
