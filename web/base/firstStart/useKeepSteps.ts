import { useRef } from 'react'
import { useClient } from 'urql'
import { SavedViewsDocument } from '#web/api/generated/graphql.ts'
import { useSavedViews } from '../savedViews.ts'

/** The name of the view that the server keeps while the steps are hidden. */
const HIDDEN = 'hidden'
const LIST = 'FIRST_STEPS'

/** Returns the function that has the server keep whether the person hid the first steps of the company; it comes with the steps, not with the list. */
export function useKeepSteps(): (isHidden: boolean) => Promise<unknown> {
  const client = useClient()
  const { save, drop } = useSavedViews(LIST)
  // One after the other: who shows again what they hid a moment ago takes back what is still on its way.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const show = async (): Promise<unknown> => {
    const { data } = await client.query(SavedViewsDocument, { list: LIST }, { requestPolicy: 'network-only' }).toPromise()
    return await Promise.all((data?.savedViews ?? []).map(({ id }) => drop(id)))
  }
  return (isHidden) => {
    last.current = last.current.then(() => (isHidden ? save(HIDDEN, '') : show()))
    return last.current
  }
}
