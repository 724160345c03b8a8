import { useCallback } from 'react'
import { useQuery } from 'urql'
import { type ListName, mayShareViews } from '#engine/user/savedView.ts'
import {
  DeleteSavedViewDocument,
  SavedViewsDocument,
  SaveViewDocument,
  SetDefaultViewDocument,
  type SavedViewsQuery,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'

export type SavedView = SavedViewsQuery['savedViews'][number]

const NONE: readonly SavedView[] = []

/** Returns the views of a list that the viewer saved, and the changes that save and delete one. */
export function useSavedViews(list: ListName) {
  const [answer, ask] = useQuery({ query: SavedViewsDocument, variables: { list } })
  const mayShare = mayShareViews(useViewer())
  const saving = useChange(SaveViewDocument)
  const beginning = useChange(SetDefaultViewDocument)
  const deleting = useChange(DeleteSavedViewDocument)
  const refresh = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask])
  const save = async (name: string, search: string, isShared = false): Promise<boolean> => {
    const { data } = await saving.run({ list, name, search, ...(isShared && { isShared }) })
    refresh()
    return data !== null
  }
  const drop = async (id: string): Promise<boolean> => {
    const { problems } = await deleting.run({ id })
    refresh()
    return problems.length === 0
  }
  const begin = async (id: string | null, isForAll: boolean): Promise<void> => {
    await beginning.run({ list, id, isForAll })
    refresh()
  }
  const problem = saving.problems[0] ?? deleting.problems[0] ?? beginning.problems[0] ?? null
  return { views: answer.data?.savedViews ?? NONE, isBusy: saving.isBusy, problem, mayShare, save, drop, begin }
}
