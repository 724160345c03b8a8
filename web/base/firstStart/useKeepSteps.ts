import { useSavedViews } from '../savedViews.ts'

/** The name of the view that the server keeps while the steps are hidden. */
const HIDDEN = 'hidden'

/** Returns the function that has the server keep whether the person hid the first steps of the company; it comes with the steps, not with the list. */
export function useKeepSteps(): (isHidden: boolean) => Promise<unknown> {
  const { views, save, drop } = useSavedViews('FIRST_STEPS')
  return (isHidden) => (isHidden ? save(HIDDEN, '') : Promise.all(views.map(({ id }) => drop(id))))
}
