import { useCallback, useMemo, useState } from 'react'
import { MOST_COMPARED, toggled } from './listSearch.view.ts'

/** Returns which work centers are chosen to be compared, beginning with those of the address, and what changes that. */
export function useCompare(initial: readonly number[]) {
  const [ids, setIds] = useState(initial)
  const [isAsked, setAsked] = useState(false)
  const toggle = useCallback((id: number) => setIds((chosen) => toggled(chosen, id).slice(0, MOST_COMPARED)), [])
  /** A finger that rests on a row begins the comparison with it. */
  const begin = useCallback((id: number) => {
    setAsked(true)
    setIds((chosen) => (chosen.includes(id) ? chosen : [...chosen, id].slice(0, MOST_COMPARED)))
  }, [])
  const stop = useCallback(() => {
    setAsked(false)
    setIds([])
  }, [])
  const choice = useMemo(() => ({ ids, isAsked, toggle }), [ids, isAsked, toggle])
  return { choice, begin, stop, ask: useCallback(() => setAsked(true), []), isOn: isAsked || ids.length > 0 }
}

export type Compare = ReturnType<typeof useCompare>
