import { useCallback } from 'react'
import { useMutation, useQuery } from 'urql'
import type { ListName } from '#engine/user/savedView.ts'
import { DeleteSavedViewDocument, SavedViewsDocument, SaveViewDocument, type SavedViewsQuery } from '#web/api/generated/graphql.ts'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'

export type SavedView = SavedViewsQuery['savedViews'][number]

const NONE: readonly SavedView[] = []

/** Returns the views of a list that the viewer saved, and what saves and deletes one; each answers its problem, or null. */
export function useSavedViews(list: ListName) {
  const [answer, ask] = useQuery({ query: SavedViewsDocument, variables: { list } })
  const [, send] = useMutation(SaveViewDocument)
  const [, remove] = useMutation(DeleteSavedViewDocument)
  const refresh = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask])
  const save = async (name: string, search: string): Promise<ApiProblem | null> => {
    const { error } = await send({ list, name, search })
    refresh()
    return error === undefined ? null : (problemsOf(error)[0] ?? { code: 'UNKNOWN', params: {} })
  }
  const drop = async (id: string): Promise<void> => {
    await remove({ id })
    refresh()
  }
  return { views: answer.data?.savedViews ?? NONE, save, drop }
}
