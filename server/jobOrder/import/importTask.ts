import { createHash } from 'node:crypto'
import { IMPORT_FIELDS, REQUIRED_FIELDS, textOf } from '#engine/jobOrder/import/importField.ts'
import type { Cell, ImportField, ImportMapping } from '#engine/jobOrder/import/importField.ts'
import { decidedMapping, savedMappingOn, suggestMapping } from '#engine/jobOrder/import/suggestMapping.ts'
import type { ColumnQuestion, ImportTable } from '#engine/jobOrder/import/suggestMapping.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { readTable } from '#server/file/table/readTable.ts'
import type { FileTable } from '#server/file/table/readTable.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { refusingTwins } from '#server/db/uniqueViolation.ts'
import { ORDER_INDEXES } from '../orderDeps.ts'
import type { ImportMember, OrderMember, ShiftTimes, VisiblePlaces } from '../orderDeps.ts'
import { applyIn } from './importApply.service.ts'
import type { ApplyOptions } from './importApply.service.ts'
import { listItemsOfImport, listPlacesOfImport } from './importedOrder.store.ts'
import { listMappings } from './importMapping.store.ts'
import { makePlan } from './importPlanning.service.ts'
import type { ImportChoices } from './importPlanning.service.ts'
import { insertRows, replaceRows, writeResults } from './importRow.store.ts'
import { undoIn } from './importUndo.service.ts'
import { findUpload, forgetUploads, keepUpload } from './importUpload.store.ts'
import { claimImport, findImport, insertImport, updateImport } from './orderImport.store.ts'
import type { OrderImport } from './orderImport.store.ts'
import { notifyImports } from '../visibleOrder.ts'

type Asked = { readonly member: ImportMember; readonly visible: VisiblePlaces; readonly at: number }
export type FileToRead = { readonly fileName: string; readonly bytes: Uint8Array; readonly sheet: string | null }
/** A row as a program sends it. */
export type SentRow = { readonly [Field in ImportField]?: Cell | undefined }

/** The heavy work of imports: it can be done in a thread, so it is told as data. */
export type ImportTask = Asked &
  (
    | { readonly name: 'READ'; readonly file: FileToRead }
    | { readonly name: 'SHEET'; readonly id: number; readonly sheet: string }
    | { readonly name: 'ROWS'; readonly rows: readonly SentRow[]; readonly fileName: string }
    | { readonly name: 'CHECK'; readonly id: number; readonly choices: ImportChoices }
    | {
        readonly name: 'APPLY'
        readonly id: number
        readonly options: ApplyOptions
        readonly request: KeyedRequest | null
        /** When it was asked for by the clock of the computer: it may wait in line for long. */
        readonly sentAt: number
      }
    | { readonly name: 'UNDO'; readonly member: OrderMember; readonly id: number; readonly request: KeyedRequest | null }
  )

/** Which import it was, and the work centers whose figures follow from it. */
export type ImportDone = { readonly id: number; readonly reload: readonly WorkCenterId[] }
/** Does the work; `onProgress` is told how many orders are written. */
export type ImportRunner = (task: ImportTask, onProgress: (done: number) => void) => Promise<ImportDone>

/** Enough values to know what columns hold. */
const SAMPLE = 200

/** Returns what the task did. */
export async function performImportTask(
  deps: { readonly database: Database; readonly shiftTimes: ShiftTimes },
  task: ImportTask,
  onProgress: (done: number) => void,
): Promise<ImportDone> {
  const { database } = deps
  const { companyId } = task.member
  switch (task.name) {
    case 'READ': {
      const table = await readTable(task.file.bytes, { sheet: task.file.sheet })
      const fileHash = hashOf(task.file.bytes, table)
      return done(
        await database.inTenant(companyId, async (tenant) => {
          const id = await keepTable(tenant, task, { ...table, fileHash, fileName: task.file.fileName })
          if (table.sheets.length > 1) await keepUpload(tenant, id, task.file.bytes)
          return id
        }),
      )
    }
    case 'SHEET':
      await database.inTenant(companyId, (tenant) => readSheet(tenant, task))
      return done(task.id)
    case 'ROWS': {
      const fileHash = createHash('sha256').update(JSON.stringify(task.rows)).digest('hex')
      const table = { ...tableOf(task.rows), fileHash, fileName: task.fileName }
      return done(await database.inTenant(companyId, (tenant) => keepTable(tenant, task, table)))
    }
    case 'CHECK':
      await database.inTenant(companyId, (tenant) => check(tenant, task))
      return done(task.id)
    case 'APPLY':
      return await apply(deps, task, onProgress)
    case 'UNDO':
      return await refusingTwins(ORDER_INDEXES, () => database.inTenant(companyId, (tenant) => undo(tenant, task)))
  }
}

function done(id: number): ImportDone {
  return { id, reload: [] }
}

function hashOf(bytes: Uint8Array, { sheet }: Pick<FileTable, 'sheet'>): string {
  return createHash('sha256')
    .update(bytes)
    .update(sheet ?? '')
    .digest('hex')
}

type KeptTable = FileTable & { readonly fileHash: string; readonly fileName: string }

async function keepTable(tenant: Tenant, { member, at }: Asked, file: KeptTable): Promise<number> {
  const { headers, rows, encoding, delimiter, sheet, sheets, fileHash, fileName } = file
  const table = { headers, rows: rows.map(({ cells }) => cells) }
  const { mapping, questions } = decidedMapping(table, await likelyMapping(tenant, table))
  const id = await insertImport(tenant, {
    encoding,
    delimiter,
    sheet,
    sheets,
    headers,
    fileHash,
    mapping,
    questions,
    fileName: fileName.slice(0, 200),
    source: member.source ?? 'SCREEN',
    rowCount: rows.length,
    state: isComplete(mapping, questions) ? 'MAPPED' : 'UPLOADED',
    createdBy: member.userId,
    createdOn: new Date(at),
  })
  await insertRows(tenant, id, rows)
  return id
}

/** Reads another sheet of the file in the place of the one that was read: nothing of that one stays, neither its mapping nor what was typed into it. */
async function readSheet(tenant: Tenant, { id, sheet }: { readonly id: number; readonly sheet: string }): Promise<void> {
  await claimImport(tenant, id)
  const stored = await requireState(tenant, id)
  const bytes = await findUpload(tenant, id)
  if (bytes === null || !stored.sheets.includes(sheet))
    throw new Refusal({ code: 'IMPORT_SHEET_UNKNOWN', field: 'sheet', params: { sheet, legal: stored.sheets.join(', ') } })
  const { headers, rows, ...read } = await readTable(bytes, { sheet })
  const table = { headers, rows: rows.map(({ cells }) => cells) }
  const { mapping, questions } = decidedMapping(table, await likelyMapping(tenant, table))
  await replaceRows(tenant, id, rows)
  await updateImport(tenant, id, {
    sheet: read.sheet,
    headers,
    rowCount: rows.length,
    fileHash: hashOf(bytes, read),
    mapping,
    questions,
    counts: null,
    ended: [],
    places: [],
    checkToken: null,
    state: isComplete(mapping, questions) ? 'MAPPED' : 'UPLOADED',
  })
  await notifyImports(tenant)
}

/** A saved mapping of a file with these headers, else what columns look like. */
async function likelyMapping(tenant: Tenant, table: ImportTable): Promise<ImportMapping> {
  for (const { columns, workCenterId, cycleUnitMs } of await listMappings(tenant)) {
    const isSame = columns.length === table.headers.length && columns.every(({ header }, at) => header === table.headers[at])
    if (isSame) return { columns: savedMappingOn(table.headers, columns), workCenterId, cycleUnitMs }
  }
  const values = new Set(table.rows.slice(0, SAMPLE).flatMap((row) => row.map((cell) => textOf(cell).toLowerCase())))
  const items = await listItemsOfImport(tenant, [...values])
  const places = await listPlacesOfImport(tenant, null)
  return suggestMapping(table, {
    skus: new Set(items.map(({ sku }) => sku.toLowerCase())),
    places: new Set(places.flatMap(({ code, name }) => (code === null ? [name.toLowerCase()] : [name.toLowerCase(), code.toLowerCase()]))),
  })
}

/** Returns whether all that an import needs has a column, and nothing is left to ask. */
export function isComplete({ columns, workCenterId }: ImportMapping, questions: readonly ColumnQuestion[]): boolean {
  const isMapped = (field: ImportField) => columns.some((column) => column.field === field)
  const hasPlace = workCenterId !== null || isMapped('workCenterCode') || isMapped('workCenterName')
  return questions.length === 0 && hasPlace && REQUIRED_FIELDS.every(isMapped)
}

/** Rows of a program as a table with the fields as headers. */
function tableOf(rows: readonly SentRow[]): FileTable {
  // Of no rows nobody can tell which columns they have.
  const headers = IMPORT_FIELDS.filter((field) => rows.length === 0 || rows.some((row) => row[field] != null))
  return {
    headers,
    rows: rows.map((row, at) => ({ no: at + 1, cells: headers.map((field) => row[field] ?? null) })),
    encoding: null,
    delimiter: null,
    sheet: null,
    sheets: [],
  }
}

async function check(
  tenant: Tenant,
  { id, choices, visible }: Asked & { readonly id: number; readonly choices: ImportChoices },
): Promise<void> {
  await claimImport(tenant, id)
  const stored = await requireState(tenant, id)
  const made = await makePlan(tenant, stored, choices, visible, { isLocked: false })
  await writeResults(tenant, id, made.results)
  await updateImport(tenant, id, {
    ...choices,
    mapping: made.mapping,
    questions: [],
    counts: made.counts,
    ended: made.plan.ended,
    places: made.places,
    checkToken: made.checkToken,
    state: 'CHECKED',
  })
  await notifyImports(tenant)
}

type Application = Asked & Pick<Extract<ImportTask, { readonly name: 'APPLY' }>, 'id' | 'options' | 'request' | 'sentAt'>

/** What stands as APPLYING while nobody holds the import was cut off, and nothing of it was done. */
async function apply(
  { database, shiftTimes }: { readonly database: Database; readonly shiftTimes: ShiftTimes },
  { member, visible, at, sentAt, id, options, request }: Application,
  onProgress: (done: number) => void,
): Promise<ImportDone> {
  const { companyId } = member
  let isApplying = false
  try {
    const work = () =>
      database.inTenant(companyId, async (tenant) => {
        const act = async (): Promise<ImportDone> => {
          await claimImport(tenant, id)
          const stored = await requireState(tenant, id)
          // Others see it at once, by a transaction of its own.
          await database.inTenant(companyId, async (other) => {
            await updateImport(other, id, { state: 'APPLYING', done: 0 })
            await notifyImports(other)
          })
          isApplying = true
          const reload = await applyIn(tenant, { shiftTimes, at, sentAt }, member, visible, stored, options, onProgress)
          await forgetUploads(tenant)
          await notifyImports(tenant)
          return { id, reload }
        }
        if (member.userId === null) return await act()
        const { answer, isRepeated } = await once(tenant, member.userId, request, { act, read: appliedOf })
        return isRepeated ? done(answer.id) : answer
      })
    return await refusingTwins(ORDER_INDEXES, work)
  } catch (error) {
    if (isApplying)
      await database.inTenant(companyId, async (tenant) => {
        await updateImport(tenant, id, { state: error instanceof Refusal ? 'CHECKED' : 'FAILED', done: 0 })
        await notifyImports(tenant)
      })
    throw error
  }
}

/** Returns which import was applied, of a stored answer; its work centers were told already. */
export function appliedOf(stored: unknown): ImportDone {
  if (typeof stored === 'object' && stored !== null && 'id' in stored) return done(Number(stored.id))
  throw new Error('the stored answer names no import')
}

async function undo(
  tenant: Tenant,
  { member, at, id, request }: Asked & { readonly member: OrderMember; readonly id: number; readonly request: KeyedRequest | null },
): Promise<ImportDone> {
  const act = async (): Promise<ImportDone> => {
    await claimImport(tenant, id)
    const stored = await findImport(tenant, id)
    if (stored === null) throw importNotFound(id)
    const reload = await undoIn(tenant, member, stored, at)
    await notifyImports(tenant)
    return { id, reload }
  }
  return (await once(tenant, member.userId, request, { act, read: appliedOf })).answer
}

/** Returns the import, as long as it was not applied. */
async function requireState(tenant: Tenant, id: number): Promise<OrderImport> {
  const stored = await findImport(tenant, id)
  if (stored === null) throw importNotFound(id)
  if (stored.state === 'APPLIED' || stored.state === 'UNDONE' || stored.state === 'EXPIRED')
    throw new Refusal({ code: 'IMPORT_CLOSED', params: { state: stored.state } })
  return stored
}

/** Returns the refusal of an import that is unknown or of another company. */
export function importNotFound(id: number): Refusal {
  return new Refusal({ code: 'IMPORT_NOT_FOUND', params: { id } })
}
