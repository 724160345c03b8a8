import type { WorkCenterId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import { closedStatus } from '../jobOrderStatus.ts'
import { changesOf, contentOf } from './importContent.ts'
import { importKey, isOpen, isUnstarted, keyOfOrder } from './importPlan.ts'
import type { EndedOrder, ImportContent, ImportInput, ImportOrder, ImportPlan, PlannedRow } from './importPlan.ts'
import { orderCodes } from './orderCodes.ts'
import type { CodeGiver } from './orderCodes.ts'
import { problemsOfContent } from './problemsOfContent.ts'
import type { CellProblem, ReadRow, RowValues } from './readRow.ts'

type Work = ImportInput & {
  /** By the key of import, the oldest first. */
  readonly known: ReadonlyMap<string, readonly ImportOrder[]>
  readonly codes: CodeGiver
  /** Of products that are made with the import, by SKU in lower case. */
  readonly newUnits: Map<string, string>
}
/** A row that is good so far. */
type GoodRow = ReadRow & { readonly values: RowValues }

/**
 * Returns all that an import does: what becomes of each row, and which open orders give way (domain.md I-4). A row that is refused or left out protects
 * the order that it names. What it says is what applying it does; applied twice, the second time nothing changes.
 */
export function planImport(input: ImportInput): ImportPlan {
  const twice = rowsTwice(input.rows)
  const known = Map.groupBy(
    input.orders.toSorted((one, other) => one.id - other.id),
    keyOfOrder,
  )
  const outcomes = new Map<number, PlannedRow>()
  const good: GoodRow[] = []
  for (const row of input.rows) {
    const other = twice.get(row.no)
    if (row.isLeftOut) outcomes.set(row.no, idle(row, 'LEFT_OUT', []))
    else if (row.values === null || other !== undefined)
      outcomes.set(row.no, idle(row, 'REFUSED', other === undefined ? row.problems : [...row.problems, twiceProblem(row, other)]))
    else good.push({ ...row, values: row.values })
  }
  // What is refused protects its order, so the plan is made again without the rows that it refused.
  for (let left: readonly GoodRow[] = good; ;) {
    const { rows, ended } = judged({ ...input, known, codes: orderCodes(input), newUnits: new Map() }, left, outcomes)
    const still = left.filter(({ no }) => rows.get(no)?.outcome !== 'REFUSED')
    if (still.length === left.length) return inOrder(input, rows, ended)
    for (const { no } of left) {
      const planned = rows.get(no)
      if (planned?.outcome === 'REFUSED') outcomes.set(no, planned)
    }
    left = still
  }
}

function judged(
  work: Work,
  good: readonly GoodRow[],
  settled: ReadonlyMap<number, PlannedRow>,
): { readonly rows: ReadonlyMap<number, PlannedRow>; readonly ended: readonly EndedOrder[] } {
  const rows = new Map(settled)
  const ended: EndedOrder[] = []
  const whole = work.placeIds ?? []
  // Rows of which none is good say nothing; none at all say that nothing is left there.
  if (good.length === 0 && (work.rows.length > 0 || whole.length === 0)) return { rows, ended }
  const named = new Set(work.rows.flatMap(({ code, place }) => (code === '' || place === null ? [] : [importKey(code, place.id)])))
  // Nobody knows at which work center they are meant.
  const lost = new Set(work.rows.flatMap(({ code, place }) => (place === null && code !== '' ? [code.toLowerCase()] : [])))
  const goodKeys = new Set(good.map(({ code, values }) => importKey(code, values.place.id)))
  const isProtected = (order: ImportOrder) => {
    const key = keyOfOrder(order)
    const code = (order.externalCode ?? order.orderCode).toLowerCase()
    return !goodKeys.has(key) && (named.has(key) || lost.has(code) || work.keptCodes?.has(code) === true)
  }
  const byKey = new Map(good.map((row) => [importKey(row.code, row.values.place.id), row]))
  const inFile = new Set<WorkCenterId | null>([...good.map(({ values }) => values.place.id), ...whole])
  const endedIds = new Set<number>()
  const open = work.orders.filter(({ status, workCenterId }) => isOpen(status) && (work.scope === 'COMPANY' || inFile.has(workCenterId)))
  for (const order of open) {
    if (isProtected(order)) continue
    const row = byKey.get(keyOfOrder(order))
    const end = endOf(work, order, row)
    if (end === null) continue
    ended.push(end)
    endedIds.add(order.id)
  }
  for (const row of good) rows.set(row.no, rowPlan(work, row, endedIds))
  return { rows, ended }
}

/** How an open order gives way; null = it stays. */
function endOf(work: Work, order: ImportOrder, row: GoodRow | undefined): EndedOrder | null {
  const { id: orderId, orderCode, workCenterId, status: before, acceptedOutput, hasUnconfirmed, planOutput } = order
  const end = { orderId, orderCode, workCenterId, before, acceptedOutput }
  // Of orders without a work center nothing is set: they are updated as most are.
  const type = workCenterId === null ? 'UPDATE' : work.typeOf(workCenterId)
  if (type === 'UPDATE') return null
  if (type === 'RECREATE_AND_UPDATE')
    return isUnstarted(before) ? null : { ...end, status: closedStatus(planOutput ?? 0, acceptedOutput, hasUnconfirmed) }
  // What stands there already as the file says is not made anew.
  if (isUnstarted(before) && row !== undefined && changesOf(order, contentOf(work, row.values, order)).length === 0) return null
  return { ...end, status: order.hasOutput || acceptedOutput > 0 ? 'TECHNICALLY_COMPLETED' : 'CANCELLED' }
}

function rowPlan(work: Work, row: GoodRow, endedIds: ReadonlySet<number>): PlannedRow {
  const { values } = row
  const matches = work.known.get(importKey(row.code, values.place.id)) ?? []
  const standing = matches.find(({ id, status }) => isOpen(status) && !endedIds.has(id)) ?? null
  const type = work.typeOf(values.place.id)
  if (type === 'REPLACE') return standing === null ? created(work, row, values.planOutput, 'CREATE') : idle(row, 'UNCHANGED', [], standing)
  const newest = matches.at(-1) ?? null
  const wasCancelled = newest?.status === 'CANCELLED' && !newest.isCancelledByImport
  if (type === 'UPDATE') {
    if (standing !== null)
      return isUnstarted(standing.status) ? updated(work, row, standing, values.planOutput) : idle(row, 'UNCHANGED', [], standing)
    const isKnown = matches.some(({ isCancelledByImport }) => !isCancelledByImport)
    return isKnown && newest !== null ? idle(row, 'UNCHANGED', [], newest) : created(work, row, values.planOutput, 'CREATE')
  }
  const closed = matches.filter(({ id, status }) => status === 'COMPLETED' || status === 'TECHNICALLY_COMPLETED' || endedIds.has(id))
  const left = thousandths(values.planOutput - closed.reduce((sum, order) => sum + order.acceptedOutput, 0))
  if (standing !== null) return left <= 0 ? idle(row, 'UNCHANGED', [], standing) : updated(work, row, standing, left)
  if (left <= 0 || wasCancelled) return idle(row, 'UNCHANGED', [], newest)
  return created(work, row, left, closed.length > 0 ? 'RECREATE' : 'CREATE')
}

function created(work: Work, row: GoodRow, planOutput: number, outcome: 'CREATE' | 'RECREATE'): PlannedRow {
  const made = contentOf(work, { ...row.values, planOutput }, null)
  const { orderCode, problem } = work.codes.give(row.values)
  const content = { ...made, orderCode }
  const problems = problemsOfRow(work, row, content, problem)
  if (problems.length > 0) return idle(row, 'REFUSED', problems)
  return { no: row.no, outcome, orderId: null, changes: [], problems: [], content }
}

function updated(work: Work, row: GoodRow, order: ImportOrder, planOutput: number): PlannedRow {
  const wanted = contentOf(work, { ...row.values, planOutput }, order)
  const changes = changesOf(order, wanted)
  if (changes.length === 0) return idle(row, 'UNCHANGED', [], order)
  const problem = changes.some(({ field }) => field === 'orderCode') ? work.codes.take(row.values) : null
  const problems = problemsOfRow(work, row, wanted, problem)
  if (problems.length > 0) return idle(row, 'REFUSED', problems, order)
  return { no: row.no, outcome: 'UPDATE', orderId: order.id, changes, problems: [], content: wanted }
}

/** A new product gets the unit of the work center that makes it first. */
function problemsOfRow({ newUnits }: Work, { values }: GoodRow, content: ImportContent, problem: Problem | null): readonly CellProblem[] {
  const sku = values.sku.toLowerCase()
  const unit = values.item?.unit ?? newUnits.get(sku) ?? values.place.unit
  const problems = problemsOfContent(values, content, { unit, codeProblem: problem })
  if (problems.length === 0 && values.item === null) newUnits.set(sku, unit)
  return problems
}

function idle(
  { no }: ReadRow,
  outcome: 'LEFT_OUT' | 'REFUSED' | 'UNCHANGED',
  problems: readonly CellProblem[],
  order: ImportOrder | null = null,
): PlannedRow {
  return { no, outcome, orderId: order?.id ?? null, changes: [], problems, content: null }
}

/** The lines of rows that say something of one order, each with another one of them. */
function rowsTwice(rows: readonly ReadRow[]): ReadonlyMap<number, number> {
  const named = rows.filter(({ code, place, isLeftOut }) => code !== '' && place !== null && !isLeftOut)
  const groups = Map.groupBy(named, ({ code, place }) => importKey(code, place?.id ?? null))
  return new Map(
    [...groups.values()].flatMap((group) =>
      group.length < 2 ? [] : group.map((row, at) => [row.no, group[at === 0 ? 1 : 0]?.no ?? 0] as const),
    ),
  )
}

function twiceProblem({ code }: ReadRow, row: number): CellProblem {
  return { code: 'IMPORT_ROW_TWICE', field: 'code', params: { row }, column: null, value: code }
}

function inOrder({ rows }: ImportInput, planned: ReadonlyMap<number, PlannedRow>, ended: readonly EndedOrder[]): ImportPlan {
  return { rows: rows.map((row) => planned.get(row.no) ?? idle(row, 'UNCHANGED', [])), ended }
}

function thousandths(quantity: number): number {
  return Math.round(quantity * 1000) / 1000
}
