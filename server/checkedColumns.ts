import { apiNameOf, fieldProblem, isNeverEmpty, storedValue } from '#engine/fields/fieldTable.ts'
import type { ChangeOf, ColumnsOf, FieldTable } from '#engine/fields/fieldTable.ts'
import { Refusal } from './refusal.ts'

/**
 * Returns the columns that the change of the fields writes. What is undefined stays, null empties a field that may be empty and leaves another one.
 * Refuses the first value that its rule forbids, with the name of the field in the API and what is legal.
 */
export function checkedColumns<Table extends FieldTable>(table: Table, change: ChangeOf<Table>): ColumnsOf<Table>
export function checkedColumns(table: FieldTable, change: object): object {
  const values = new Map<string, unknown>(Object.entries(change))
  const columns = new Map<string, unknown>()
  for (const [key, field] of Object.entries(table)) {
    const name = apiNameOf(key, field)
    const value = values.get(name)
    if (value === undefined || (value === null && isNeverEmpty(field))) continue
    const problem = value === null ? null : fieldProblem(name, field, value)
    if (problem !== null) throw new Refusal(problem)
    columns.set(field.column, storedValue(field, value))
  }
  return Object.fromEntries(columns)
}
