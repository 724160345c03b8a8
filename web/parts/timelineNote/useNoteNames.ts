import { useMemo } from 'react'
import { useQuery } from 'urql'
import { NotePlacesDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { TimelineNote } from './timelineNote.view.ts'

type Named = { readonly id: number; readonly name: string }

/** What notes may be about, and how a note says what it is about. */
export type NoteNames = {
  readonly workCenters: readonly Named[]
  readonly groups: readonly Named[]
  readonly reasons: readonly (Named & { readonly isDeleted: boolean })[]
  readonly aboutOf: (note: TimelineNote) => readonly string[]
}

/** Returns the work centers, groups and reasons that notes are about; nothing is asked while it is paused. */
export function useNoteNames(isPaused: boolean): NoteNames {
  const { t } = useTexts('timelineNote')
  const [{ data }] = useQuery({ query: NotePlacesDocument, pause: isPaused })
  return useMemo(() => {
    const [workCenters, groups, reasons] = [data?.workCenters ?? [], data?.workCenterGroups ?? [], data?.lossReasons ?? []]
    const nameOf = (rows: readonly Named[], id: number) => rows.find((row) => row.id === id)?.name
    const placeOf = (id: number) => {
      const deleted = nameOf(data?.deleted ?? [], id)
      return nameOf(workCenters, id) ?? (deleted === undefined ? `#${id}` : t('notes.deletedPlace', { name: deleted }))
    }
    return {
      workCenters,
      groups,
      reasons,
      aboutOf: ({ workCenterId, groupId, reasonId }) =>
        data === undefined
          ? []
          : [
              ...(workCenterId == null ? [] : [placeOf(workCenterId)]),
              ...(groupId == null ? [] : [nameOf(groups, groupId) ?? `#${groupId}`]),
              ...(reasonId == null ? [] : [nameOf(reasons, reasonId) ?? `#${reasonId}`]),
            ],
    }
  }, [data, t])
}
