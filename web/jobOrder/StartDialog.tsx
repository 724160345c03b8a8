import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import type { Start } from './useStart.ts'

export type StartDialogProps = { readonly start: Start }

/** Returns the question what becomes of the orders that are worked on when another starts, with what to know before. */
export function StartDialog({ start: { asked, decide, close } }: StartDialogProps) {
  const { t } = useTexts('jobOrder')
  const running = asked?.running ?? []
  const codes = running.map(({ orderCode }) => orderCode).join(', ')
  const code = asked?.order.orderCode ?? ''
  return (
    <Dialog isOpen={asked !== null} onClose={close} title={t('start.title', { code })} closeLabel={t('state.close')}>
      {asked?.warnings.map((warning) => (
        <p key={warning}>{t(`start.warning.${warning}`)}</p>
      ))}
      {running.length > 0 && <p>{t('start.running', { codes })}</p>}
      {running.length > 0 ? (
        <DialogActions>
          <ActionButton onClick={() => decide('KEEP')}>{t(running.length > 1 ? 'start.keepAll' : 'start.keep')}</ActionButton>
          {asked?.giveWay === 'CLOSE' && <ActionButton onClick={() => decide('STOP')}>{t('start.stop', { codes })}</ActionButton>}
          <ActionButton isMain onClick={() => decide(asked?.giveWay ?? 'STOP')}>
            {asked?.giveWay === 'CLOSE' ? t('start.close', { codes }) : t('start.stop', { codes })}
          </ActionButton>
        </DialogActions>
      ) : (
        <DialogActions>
          <ActionButton onClick={close}>{t('form.cancel')}</ActionButton>
          <ActionButton isMain onClick={() => decide('KEEP')}>
            {t('start.anyway')}
          </ActionButton>
        </DialogActions>
      )}
    </Dialog>
  )
}
