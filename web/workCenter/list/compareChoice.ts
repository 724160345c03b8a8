import { createContext, useContext } from 'react'
import { MOST_COMPARED } from './listSearch.view.ts'

/** Which work centers are chosen to be compared; `isAsked` shows the boxes to tick always, not only under the pointer. */
export type CompareChoice = {
  readonly ids: readonly number[]
  readonly isAsked: boolean
  toggle(id: number): void
}

export const CompareContext = createContext<CompareChoice>({ ids: [], isAsked: false, toggle: () => {} })

/** Returns whether one work center is chosen, and whether no more can be. */
export function useCompareChoice(id: number) {
  const { ids, toggle } = useContext(CompareContext)
  const isChosen = ids.includes(id)
  return { isChosen, isFull: !isChosen && ids.length >= MOST_COMPARED, toggle: () => toggle(id) }
}
