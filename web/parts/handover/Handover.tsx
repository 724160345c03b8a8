import { useState } from 'react'
import { AcknowledgeHandoverDocument, type HandoverFieldsFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { Format } from '#web/ui/format.ts'
import classes from './Handover.module.css'
import { NoteDialog, type NotedShift } from './NoteDialog.tsx'
import { NoteList } from './NoteList.tsx'

type HandoverProps = {
  readonly workCenterId: number
  readonly shift: NotedShift
  readonly handover: HandoverFieldsFragment
  readonly mayWrite: boolean
  /** Of the plant. */
  readonly format: Format
}

/** Returns what the shift before left, with one tap that says that it was read, and what this shift writes itself. */
export function Handover({ workCenterId, shift, handover: { notes, handover }, mayWrite, format }: HandoverProps) {
  const { t } = useTexts('handover')
  const [isWriting, setWriting] = useState(false)
  const { run, isBusy } = useChange(AcknowledgeHandoverDocument)
  const left = [...handover.notes, ...handover.openItems]
  const isSeen = handover.seenOn != null
  return (
    <section className={classes['handover']} aria-label={t('title')}>
      <h2 className={classes['title']}>{t('title')}</h2>
      {left.length > 0 && (
        <div className={classes['left']}>
          <h3>{t('left', { count: left.length })}</h3>
          <NoteList notes={left} mayWrite={mayWrite} format={format} />
          {isSeen ? (
            <p className={classes['about']}>
              {t('seen', { name: handover.seenBy?.fullName ?? '', time: format.dateTime(Date.parse(handover.seenOn ?? '')) })}
            </p>
          ) : (
            mayWrite && (
              <ActionButton isBusy={isBusy} onClick={() => void run({ workCenterId, ...shift })}>
                {t('markSeen')}
              </ActionButton>
            )
          )}
        </div>
      )}
      {notes.length > 0 && <NoteList notes={notes} mayWrite={mayWrite} format={format} />}
      {left.length + notes.length === 0 && <p className={classes['about']}>{t('none')}</p>}
      {mayWrite && (
        <div data-print="no">
          <ActionButton isBusy={false} onClick={() => setWriting(true)}>
            {t('write')}
          </ActionButton>
        </div>
      )}
      <NoteDialog workCenterId={workCenterId} shift={shift} isOpen={isWriting} onClose={() => setWriting(false)} />
    </section>
  )
}
