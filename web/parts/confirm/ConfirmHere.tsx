import { useState } from 'react'
import { CancelConfirmationHereDocument } from '#web/api/generated/graphql.ts'
import { KEYED } from '#web/api/keyed.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { type ConfirmedHere, ConfirmSheet } from './ConfirmSheet.tsx'
import { takeBack, type TakenBack } from './takeBack.ts'

export type ConfirmHereProps = {
  readonly workCenterId: number
  /** The order of which output is confirmed; null = closed, or without one where segments are named. */
  readonly jobOrderId: number | null
  /** Output segments that are confirmed; left out = all that wait. */
  readonly segmentIds?: readonly number[] | null
  /** Large buttons for gloves. */
  readonly isLarge?: boolean
  readonly onClose: () => void
  /** Called when what was confirmed may have changed. */
  readonly onChanged: () => void
}

/** Returns the sheet in which output of an order is confirmed, and after it the bar that says what was booked, with the way back. */
export function ConfirmHere({ workCenterId, jobOrderId, segmentIds = null, isLarge = false, onClose, onChanged }: ConfirmHereProps) {
  const { t } = useTexts('confirm')
  const format = useFormat()
  const [done, setDone] = useState<ConfirmedHere | null>(null)
  const [taken, setTaken] = useState<TakenBack | null>(null)
  const [isBusy, setBusy] = useState(false)
  const back = useChange(CancelConfirmationHereDocument, KEYED)
  const textOf = ({ confirmationIds, orderCode, accepted, rejected }: ConfirmedHere): string => {
    if (taken !== null) {
      if (taken.problem === null) return t('undone')
      const count = confirmationIds.length - taken.left.length
      const problem = problemText(t, taken.problem)
      return count === 0 ? problem : t('undonePartly', { value: format.number(count), all: format.number(confirmationIds.length), problem })
    }
    const values = { code: orderCode ?? t('noOrder'), accepted: format.number(accepted), rejected: format.number(rejected) }
    return t(rejected > 0 ? 'doneBoth' : 'done', values)
  }
  const undo = async ({ confirmationIds }: ConfirmedHere) => {
    const said = { comment: t('undoWhy'), actingUserId: actingUserId() }
    setBusy(true)
    const outcome = await takeBack(confirmationIds, async (id) => (await back.run({ ...said, id, requestKey: newRequestKey() })).problems)
    setBusy(false)
    setTaken(outcome)
    onChanged()
  }
  return (
    <>
      <ConfirmSheet
        key={segmentIds === null ? jobOrderId : segmentIds.join(',')}
        workCenterId={workCenterId}
        jobOrderId={jobOrderId}
        segmentIds={segmentIds}
        isOpen={jobOrderId !== null || segmentIds !== null}
        isLarge={isLarge}
        onClose={onClose}
        onConfirmed={(confirmed) => {
          setTaken(null)
          setDone(confirmed)
          onClose()
          onChanged()
        }}
      />
      <UndoBar
        text={done === null ? '' : textOf(done)}
        answer={isBusy ? null : done}
        undoLabel={t('undo')}
        closeLabel={t('state.close')}
        onUndo={done === null || taken !== null ? null : () => void undo(done)}
        onClose={() => setDone(null)}
      />
    </>
  )
}
