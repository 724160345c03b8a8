import { useState } from 'react'
import { CancelConfirmationHereDocument } from '#web/api/generated/graphql.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { type ConfirmedHere, ConfirmSheet } from './ConfirmSheet.tsx'

export type ConfirmHereProps = {
  readonly workCenterId: number
  /** The order of which output is confirmed; null = closed. */
  readonly jobOrderId: number | null
  readonly onClose: () => void
  /** Called when what was confirmed may have changed. */
  readonly onChanged: () => void
}

const KEYED = { withKey: <Variables,>(variables: Variables, requestKey: string): Variables => ({ ...variables, requestKey }) }

/** Returns the sheet in which output of an order is confirmed, and after it the bar that says what was booked, with the way back. */
export function ConfirmHere({ workCenterId, jobOrderId, onClose, onChanged }: ConfirmHereProps) {
  const { t } = useTexts('confirm')
  const format = useFormat()
  const [done, setDone] = useState<ConfirmedHere | null>(null)
  const [isUndone, setUndone] = useState(false)
  const back = useChange(CancelConfirmationHereDocument, KEYED)
  const textOf = ({ orderCode, accepted, rejected }: ConfirmedHere): string => {
    const [problem] = back.problems
    if (problem !== undefined) return problemText(t, problem)
    if (isUndone) return t('undone')
    const values = { code: orderCode ?? t('noOrder'), accepted: format.number(accepted), rejected: format.number(rejected) }
    return t(rejected > 0 ? 'doneBoth' : 'done', values)
  }
  const undo = async (confirmationId: number) => {
    const said = { id: confirmationId, comment: t('undoWhy'), actingUserId: actingUserId(), requestKey: newRequestKey() }
    const { problems } = await back.run(said)
    if (problems.length === 0) setUndone(true)
    onChanged()
  }
  return (
    <>
      <ConfirmSheet
        key={jobOrderId}
        workCenterId={workCenterId}
        jobOrderId={jobOrderId}
        isOpen={jobOrderId !== null}
        onClose={onClose}
        onConfirmed={(confirmed) => {
          back.forget()
          setUndone(false)
          setDone(confirmed)
          onClose()
          onChanged()
        }}
      />
      <UndoBar
        text={done === null ? '' : textOf(done)}
        answer={back.isBusy ? null : done}
        undoLabel={t('undo')}
        closeLabel={t('state.close')}
        onUndo={done === null || isUndone || back.problems.length > 0 ? null : () => void undo(done.confirmationId)}
        onClose={() => setDone(null)}
      />
    </>
  )
}
