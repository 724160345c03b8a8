import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ListSearch, readSearch, writeSearch, wrongValues } from './listSearch.view.ts'

/** Returns what of the list is in the address, what there means nothing, and the function that changes it: filters replace the entry of the history, a view of its own gets one. */
export function useListSearch() {
  const navigate = useNavigate()
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const search = useMemo(() => readSearch(raw), [raw])
  const wrong = useMemo(() => wrongValues(raw), [raw])
  const change = useCallback(
    (next: Partial<ListSearch>, { isStep = false }: { readonly isStep?: boolean } = {}) =>
      void navigate({ to: '/boxes', search: writeSearch({ ...search, ...next }), replace: !isStep }),
    [navigate, search],
  )
  return { search, wrong, change }
}

export type ChangeSearch = ReturnType<typeof useListSearch>['change']
