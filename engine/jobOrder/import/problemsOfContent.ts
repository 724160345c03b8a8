import type { Problem } from '#engine/result.ts'
import { problemsOfOrder } from '../orderForm.ts'
import { problemsOfPlanning } from '../orderGuards.ts'
import type { ImportContent } from './importPlan.ts'
import { textOf } from './importField.ts'
import type { Cell, ImportField, ImportMapping } from './importField.ts'
import type { CellProblem, RowValues } from './readRow.ts'

/** The column of the file that a field of the order comes from. */
const FIELDS: Readonly<Record<string, ImportField>> = {
  externalCode: 'code',
  orderCode: 'orderCode',
  productId: 'productCode',
  planOutput: 'plannedQuantity',
  workCenterId: 'workCenterCode',
  planCycleTime: 'targetCycleTime',
  targetSpeedQuantity: 'targetCycleTime',
  targetSpeedTime: 'targetCycleTime',
}

/** Returns every problem of an order that a row makes, as typing it in would tell them (domain.md J-2, J-11), each in the words of the file. */
export function problemsOfContent(
  { place }: Pick<RowValues, 'place'>,
  content: ImportContent,
  { unit, codeProblem }: { readonly unit: string; readonly codeProblem: Problem | null },
): readonly CellProblem[] {
  const problems = [...problemsOfOrder({ ...content, orderCode: content.orderCode ?? 'JO' }, unit)]
  const guarded = { ...content, productUnit: unit, place }
  const isTold = (field: string | undefined) => problems.some((problem) => problem.field === field)
  if (content.status === 'PLANNED') problems.push(...problemsOfPlanning(guarded, { isStart: false }).filter(({ field }) => !isTold(field)))
  else if (place.isArchived) problems.push({ code: 'WORK_CENTER_ARCHIVED', field: 'workCenterId' })
  if (codeProblem !== null) problems.push(codeProblem)
  return problems.map((problem) => ({ ...problem, field: FIELDS[problem.field ?? ''] ?? problem.field ?? '', column: null, value: '' }))
}

/** Returns the problems of a row, each at the column that its field comes from. */
export function atColumns(problems: readonly CellProblem[], mapping: ImportMapping, cells: readonly Cell[]): readonly CellProblem[] {
  return problems.map((problem) => {
    const at = mapping.columns.findIndex(
      ({ field }) => field === problem.field || (problem.field === 'workCenterCode' && field === 'workCenterName'),
    )
    if (problem.column !== null || at === -1) return problem
    return { ...problem, column: at, value: textOf(cells[at]).slice(0, 200) }
  })
}
