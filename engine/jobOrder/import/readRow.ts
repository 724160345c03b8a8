import { problemsOfNames } from '#engine/item/itemForm.ts'
import type { Problem } from '#engine/result.ts'
import type { ItemId, WorkCenterId } from '#engine/ids.ts'
import { plainWords, STATUS_WORDS } from './headerWords.ts'
import { textOf } from './importField.ts'
import type { Cell, DateOrder, DecimalSign, ImportField, ImportMapping } from './importField.ts'
import { instantOf, readWallTime } from './readInstant.ts'
import { readNumber } from './readNumber.ts'

/** A product as rows name it. */
export type ImportItem = { readonly id: ItemId; readonly sku: string; readonly unit: string; readonly isArchived: boolean }
/** A work center as rows name it. */
export type ImportPlace = {
  readonly id: WorkCenterId
  readonly name: string
  readonly code: string | null
  readonly zone: string
  readonly unit: string
  readonly isArchived: boolean
  readonly isShutDown: boolean
  /** Whether it has a reference speed of its own. */
  readonly hasSpeed: boolean
}

/** What is wrong with a cell, and in which column of the file; null = no column of it is to blame. */
export type CellProblem = Problem & { readonly column: number | null; readonly value: string }

/** What a row says; what has no column is undefined, an empty cell null. */
export type RowValues = {
  readonly code: string
  readonly place: ImportPlace
  readonly sku: string
  /** null = a product that is not known yet. */
  readonly item: ImportItem | null
  readonly productName: string | null
  readonly planOutput: number
  readonly orderCode: string | null
  readonly description?: string | null
  readonly notes: string | null
  readonly planStart?: number | null
  readonly planEnd?: number | null
  readonly dueDate?: number | null
  readonly planCycleTimeMs: number | null
  readonly priority: number | null
  readonly status?: 'DRAFT' | 'PLANNED'
}

/** A row as far as it could be read. `code` and `place` are known of many that are refused: their orders are left alone. */
export type ReadRow = {
  /** Its line in the file; the headers are line 1. */
  readonly no: number
  readonly isLeftOut: boolean
  readonly code: string
  readonly place: ImportPlace | null
  readonly values: RowValues | null
  readonly problems: readonly CellProblem[]
}

export type RawRow = { readonly no: number; readonly cells: readonly Cell[]; readonly isLeftOut: boolean }
export type KnownThings = {
  readonly items: readonly ImportItem[]
  readonly places: readonly ImportPlace[]
  readonly mayCreateItems: boolean
}

/** Returns the function that reads a row of the file by the mapping, whose questions are answered (domain.md I-5, I-6). */
export function rowReader(mapping: ImportMapping, known: KnownThings): (row: RawRow) => ReadRow {
  const columnOf = new Map(mapping.columns.flatMap(({ field }, column) => (field === null ? [] : [[field, column] as const])))
  const items = new Map(known.items.map((item) => [item.sku.toLowerCase(), item]))
  const byCode = new Map(known.places.flatMap((place) => (place.code === null ? [] : [[place.code.toLowerCase(), place] as const])))
  // Programs that know work centers by their ids name them so.
  const byId = new Map(known.places.map((place) => [`#${place.id}`, place]))
  const byName = Map.groupBy(known.places, ({ name }) => name.toLowerCase())
  const usual = known.places.find(({ id }) => Number(id) === mapping.workCenterId) ?? null

  return ({ no, cells, isLeftOut }) => {
    const problems: CellProblem[] = []
    const cellOf = (field: ImportField): Cell => cells[columnOf.get(field) ?? -1] ?? null
    const tell = (field: ImportField, problem: Problem) => {
      const column = columnOf.get(field) ?? null
      problems.push({ field, ...problem, column, value: column === null ? '' : textOf(cells[column]).slice(0, 200) })
    }
    const numberOf = (field: ImportField): number | null => {
      const sign: DecimalSign = mapping.columns[columnOf.get(field) ?? -1]?.decimal ?? 'DOT'
      const value = readNumber(cellOf(field), sign)
      if (value === undefined) tell(field, { code: 'NOT_A_NUMBER', params: { example: sign === 'DOT' ? '1250.5' : '1250,5' } })
      return value ?? null
    }
    const placeOf = (): ImportPlace | null => {
      const code = textOf(cellOf('workCenterCode'))
      const name = textOf(cellOf('workCenterName'))
      const named = byName.get(name.toLowerCase()) ?? []
      if (code !== '') {
        // Many write the name where a code is asked for.
        const found = byCode.get(code.toLowerCase()) ?? byId.get(code) ?? only(byName.get(code.toLowerCase()))
        if (found === null || found === undefined) tell('workCenterCode', { code: 'WORK_CENTER_NOT_FOUND', params: { id: code } })
        return found ?? null
      }
      if (name !== '') {
        const found = only(named)
        if (found === null) tell('workCenterName', { code: 'WORK_CENTER_NOT_FOUND', params: { id: name } })
        return found
      }
      if (usual === null) tell(columnOf.has('workCenterName') ? 'workCenterName' : 'workCenterCode', { code: 'REQUIRED' })
      return usual
    }
    const timeOf = (field: 'dueDate' | 'planEnd' | 'planStart', place: ImportPlace | null): number | null | undefined => {
      const column = columnOf.get(field)
      if (column === undefined) return undefined
      const order: DateOrder = mapping.columns[column]?.dates ?? 'DAY_FIRST'
      const time = readWallTime(cellOf(field), order)
      if (time === undefined) tell(field, { code: 'IMPORT_NOT_A_DATE', params: { example: '2026-05-03 06:00' } })
      return time == null || place === null ? null : instantOf(time, place.zone, { isEnd: field !== 'planStart' })
    }
    const textIn = (field: ImportField): string | null => textOf(cellOf(field)) || null

    const code = textOf(cellOf('code'))
    if (code === '') tell('code', { code: 'REQUIRED' })
    const place = placeOf()
    const sku = textOf(cellOf('productCode'))
    const productName = textIn('productName')
    const item = items.get(sku.toLowerCase()) ?? null
    if (sku === '') tell('productCode', { code: 'REQUIRED' })
    else if (item?.isArchived === true) tell('productCode', { code: 'ITEM_ARCHIVED', params: { id: sku } })
    else if (item === null && !known.mayCreateItems) tell('productCode', { code: 'ITEM_NOT_FOUND', params: { id: sku } })
    else if (item === null)
      for (const problem of problemsOfNames({ sku, name: productName ?? sku }))
        if (problem.field === 'sku' || productName !== null)
          tell(problem.field === 'sku' ? 'productCode' : 'productName', {
            ...problem,
            field: problem.field === 'sku' ? 'productCode' : 'productName',
          })
    const planOutput = numberOf('plannedQuantity')
    if (planOutput === null && textOf(cellOf('plannedQuantity')) === '') tell('plannedQuantity', { code: 'REQUIRED' })
    const cycle = numberOf('targetCycleTime')
    const priority = numberOf('priority')
    if (priority !== null && (!Number.isInteger(priority) || priority < 1))
      tell('priority', { code: 'VALUE_OUT_OF_RANGE', params: { value: priority, min: 1 } })
    const planStart = timeOf('planStart', place)
    const planEnd = timeOf('planEnd', place)
    const dueDate = timeOf('dueDate', place)
    const status = statusMeant(textOf(cellOf('status')))
    if (status === null) tell('status', { code: 'IMPORT_STATUS_UNKNOWN', params: { legal: 'draft, released' } })
    const isWhole = problems.length === 0 && place !== null && planOutput !== null
    return {
      no,
      isLeftOut,
      code,
      place,
      problems,
      values: !isWhole
        ? null
        : {
            code,
            place,
            sku,
            item,
            productName,
            planOutput,
            orderCode: textIn('orderCode'),
            ...(columnOf.has('description') && { description: textIn('description') }),
            notes: textIn('notes'),
            ...(planStart !== undefined && { planStart }),
            ...(planEnd !== undefined && { planEnd }),
            ...(dueDate !== undefined && { dueDate }),
            // Microseconds: what lies beyond is the noise of the multiplication.
            planCycleTimeMs: cycle === null ? null : Number((cycle * mapping.cycleUnitMs).toFixed(3)),
            priority,
            ...(status != null && { status }),
          },
    }
  }
}

/** Returns the status that a word means; undefined for none, null for one in which orders are not handed over. */
export function statusMeant(text: string): 'DRAFT' | 'PLANNED' | null | undefined {
  const words = plainWords(text)
  if (words === '') return undefined
  if (STATUS_WORDS.DRAFT.some((word) => plainWords(word) === words)) return 'DRAFT'
  return STATUS_WORDS.PLANNED.some((word) => plainWords(word) === words) ? 'PLANNED' : null
}

/** Two work centers of one name are told apart by their codes. */
function only(places: readonly ImportPlace[] | undefined): ImportPlace | null {
  return places?.length === 1 ? (places[0] ?? null) : null
}
