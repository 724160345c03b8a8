import { TRIAL_RUNS_FROM_KW } from '#engine/workCenter/trialMachine.ts'
import { useCopy } from '#web/base/useCopy.ts'
import { QrCode } from '#web/parts/QrCode.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Trial.module.css'
import { curlOf, phoneAddress, type TrialDevice } from './trial.view.ts'

/** Returns the two ways to send the first value of a trial machine: a code for the phone, and a line for a terminal. */
export function TrialSender({ device }: { readonly device: TrialDevice }) {
  const { t, i18n } = useTexts('addWorkCenter')
  const format = useFormat()
  const { copy, outcome } = useCopy()
  const address = phoneAddress(location.origin, device, i18n.language)
  const line = curlOf(location.origin, device)
  return (
    <div className={classes['ways']}>
      <section>
        <h3>{t('trial.phone')}</h3>
        <p>{t('trial.phoneText')}</p>
        <div className={classes['qr']}>
          <QrCode text={address} label={t('trial.qr')} />
        </div>
        <a href={address} target="_blank" rel="noreferrer">
          {t('trial.open')}
        </a>
      </section>
      <section>
        <h3>{t('trial.command')}</h3>
        <p>{t('trial.commandText', { power: format.number(TRIAL_RUNS_FROM_KW) })}</p>
        <pre className={classes['line']}>
          <code>{line}</code>
        </pre>
        <div className={classes['copy']}>
          <ActionButton onClick={() => void copy(line)}>{t('trial.copy')}</ActionButton>
          <span role="status">{outcome !== null && t(outcome)}</span>
        </div>
      </section>
      <p className={classes['once']}>{t('trial.once')}</p>
    </div>
  )
}
