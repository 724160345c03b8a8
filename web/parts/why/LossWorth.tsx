import { useQuery } from 'urql'
import { WorthOfLossDocument } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import classes from '#web/parts/shiftInsight/ShiftStory.module.css'
import { useWorthText } from '#web/parts/shiftInsight/useWorthText.ts'

export type LossWorthProps = { readonly lossId: number }

/** Returns what one minute less of the loss would have been worth in its shift; nothing where that cannot be said. */
export function LossWorth({ lossId }: LossWorthProps) {
  const [{ data }] = useQuery({ query: WorthOfLossDocument, variables: { id: lossId } })
  const unitName = useUnitName()
  const loss = data?.loss
  const worth = loss?.worthOfMinute
  const text = useWorthText(worth == null ? [] : [worth], loss == null ? '' : unitName(loss.workCenter.outputMeasurementUnit))
  const said = worth == null ? null : text(worth.kind)
  return said === null ? null : <p className={classes['worth']}>{said}</p>
}
