import { HandoverNowDocument } from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { useMemo, useState } from 'react'
import classes from './Handover.module.css'
import { NoteDialog, type NotedShift } from './NoteDialog.tsx'
import { NoteList } from './NoteList.tsx'
import { useMarkSeen } from './useMarkSeen.ts'

export type HandoverNowProps = {
  readonly workCenterId: number
  readonly mayWrite: boolean
  readonly isWriting: boolean
  readonly onWritten: () => void
}

/** Returns what the shift before left for the running one, until somebody of it has seen it, and the dialog to leave word oneself. */
export function HandoverNow({ workCenterId, mayWrite, isWriting, onWritten }: HandoverNowProps) {
  const { t } = useTexts('handover')
  const format = useFormat()
  const [result] = useFreshQuery(
    HandoverNowDocument,
    useMemo(() => ({ workCenterId }), [workCenterId]),
    { workCenterIds: [workCenterId], kinds: ['shift'] },
  )
  const shift = result.data?.currentShift
  // Said later it is still of the shift that runs now.
  const named = shift == null ? null : { shiftDate: shift.shiftDate, shiftId: shift.shiftId }
  // A note is of the shift in which somebody began to write it, also when it is saved after its end.
  const [writtenIn, setWrittenIn] = useState<NotedShift | null>(null)
  if (isWriting && writtenIn === null && named !== null) setWrittenIn(named)
  if (!isWriting && writtenIn !== null) setWrittenIn(null)
  const seen = useMarkSeen({ workCenterId, ...named })
  const left = shift == null ? [] : [...shift.handover.notes, ...shift.handover.openItems]
  const isWaiting = left.length > 0 && shift?.handover.seenOn == null && !seen.isSaid
  return (
    <>
      {isWaiting && (
        <section className={classes['left']} aria-label={t('title')}>
          <h2>{t('left', { count: left.length })}</h2>
          <NoteList notes={left} mayWrite={false} format={format} />
          {mayWrite && (
            <ActionButton isMain onClick={seen.say}>
              {t('markSeen')}
            </ActionButton>
          )}
          {seen.problems.map((problem) => (
            <Alert key={problem.code} className={classes['problem']}>
              {problemText(t, problem)}
            </Alert>
          ))}
        </section>
      )}
      <NoteDialog workCenterId={workCenterId} {...(writtenIn && { shift: writtenIn })} isOpen={isWriting} onClose={onWritten} />
    </>
  )
}
