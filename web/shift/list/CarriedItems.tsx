import { mayWriteNotes } from '#engine/shift/handover.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { CarriedItemsDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { NoteList } from '#web/parts/handover/NoteList.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { carriedOften } from '../report/report.view.ts'
import classes from './ShiftsPage.module.css'

export type CarriedItemsProps = {
  /** Empty = of all that the viewer sees. */
  readonly workCenterIds: readonly number[]
}

/** Returns the open items of all shown work centers that were carried on for three shifts or more, to be closed there; nothing without any (domain.md S-94). */
export function CarriedItems({ workCenterIds }: CarriedItemsProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const viewer = useViewer()
  const [result] = useFreshQuery(
    CarriedItemsDocument,
    { workCenterIds: workCenterIds.length === 0 ? null : [...workCenterIds] },
    { workCenterIds: null, kinds: ['shift'] },
  )
  const items = carriedOften(result.data?.openShiftItems ?? [])
  if (items.length === 0) return null
  const placesOf = new Map(items.map(({ id, workCenters }) => [id, workCenters.map(({ name }) => name).join(', ')]))
  return (
    <details className={classes['why']}>
      <summary>{`${t('report.carried')}: ${format.number(items.length)}`}</summary>
      <NoteList notes={items} mayWrite={mayWriteNotes(viewer, viewer.role)} format={format} placeOf={({ id }) => placesOf.get(id) ?? ''} />
    </details>
  )
}
