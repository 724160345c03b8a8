import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Codecs, Search, SearchTable } from './searchTable.ts'

/** How a change of the URL state enters the history: a filter replaces the entry; a step, such as another view, a page or an opened row, gets its own. */
type ChangeOptions = {
  readonly isStep?: boolean
  /** What was changed is saved: nobody is asked whether to leave it. */
  readonly isSaved?: boolean
}

/** Changes some values of the URL state; what means nothing in the address leaves it. */
export type ChangeSearch<State> = (next: Partial<State>, options?: ChangeOptions) => void

/** The URL state of a page as its list takes it. */
export type ListUrl<State> = {
  readonly search: State
  readonly change: ChangeSearch<State>
  /** The query parameters of the state, as a saved view keeps them. */
  readonly texts: Readonly<Record<string, string>>
  /** Shows the state of other query parameters, as a step of the history. */
  readonly show: (texts: Readonly<Record<string, string>>) => void
  /** Shows it in place of the present one. */
  readonly begin: (texts: Readonly<Record<string, string>>) => void
}

/** Returns the URL state of the page and what changes it. */
export function useListSearch<const Table extends Codecs>(table: SearchTable<Table>): ListUrl<Search<Table>> {
  const navigate = useNavigate()
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const search = useMemo(() => table.of(raw), [table, raw])
  const texts = useMemo(() => table.write(search), [table, search])
  const go = useCallback(
    (wanted: Record<string, string>, isStep: boolean, isSaved = false) =>
      void navigate({ to: '.', search: () => wanted, replace: !isStep, resetScroll: isStep, ignoreBlocker: isSaved }),
    [navigate],
  )
  const change = useCallback<ChangeSearch<Search<Table>>>(
    (next, { isStep = false, isSaved = false } = {}) => go(table.write({ ...search, invalid: [], ...next }), isStep, isSaved),
    [go, search, table],
  )
  const show = useCallback((wanted: Readonly<Record<string, string>>) => go(table.write(table.read(wanted)), true), [go, table])
  const begin = useCallback((wanted: Readonly<Record<string, string>>) => go(table.write(table.read(wanted)), false), [go, table])
  return useMemo(() => ({ search, change, texts, show, begin }), [search, change, texts, show, begin])
}
