import { useState } from 'react'
import type { OrderImportFieldsFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Counts } from './Counts.tsx'
import classes from './ImportWizard.module.css'
import { keptCause } from './orderImport.view.ts'
import { UndoPreview } from './UndoPreview.tsx'
import type { OrderImportState } from './useImport.ts'

type DoneStepProps = {
  readonly one: OrderImportState
  readonly shown: OrderImportFieldsFragment
  readonly onOpen: (id: 'new') => void
  readonly onClose: () => void
}

/** Returns the last step: what was done, and until when it can be taken back. */
export function DoneStep({ one, shown, onOpen, onClose }: DoneStepProps) {
  const { t } = useTexts('orderImport')
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const { state, counts, undoUntil, isUndoable, kept } = shown
  return (
    <div className={classes['body']}>
      <p role="status" className={classes['result']}>
        {t(state === 'UNDONE' ? 'done.undone' : 'done.applied')}
      </p>
      {counts !== null && state === 'APPLIED' && <Counts counts={counts} before={null} importId={shown.id} />}
      {state === 'APPLIED' && undoUntil !== null && isUndoable && (
        <p className={classes['muted']}>{t('done.undoUntil', { at: format.dateTime(Date.parse(undoUntil)) })}</p>
      )}
      {kept.length > 0 && (
        <p>
          {t('done.kept', { codes: kept.map(({ orderCode, cause }) => `${orderCode} (${t(`cause.${keptCause(cause)}`)})`).join(', ') })}
        </p>
      )}
      <div className={classes['actions']}>
        <ActionButton isMain onClick={onClose}>
          {t('done.orders')}
        </ActionButton>
        <ActionButton onClick={() => onOpen('new')}>{t('done.another')}</ActionButton>
        {state === 'APPLIED' && isUndoable && (
          <ActionButton isBusy={one.isBusy} onClick={() => setAsked(true)}>
            {t('done.undo')}
          </ActionButton>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('done.undoTitle')}
        confirmLabel={t('done.undo')}
        cancelLabel={t('done.keep')}
        closeLabel={t('state.close')}
        isDanger
        onConfirm={() => {
          setAsked(false)
          void one.undo()
        }}
        onClose={() => setAsked(false)}
      >
        {isAsked && <UndoPreview id={shown.id} />}
        <p>{t('done.undoHelp')}</p>
      </ConfirmDialog>
    </div>
  )
}
