import { useEffect, useMemo } from 'react'
import { TRIAL_RUNS_FROM_KW } from '#engine/workCenter/trialMachine.ts'
import { useWakeLock } from '#web/parts/screen/useWakeLock.ts'
import { createFormat } from '#web/ui/format.ts'
import classes from './PhonePage.module.css'
import { type PhoneDevice, phoneDeviceOf } from './phone.view.ts'
import { useTexts } from './texts.ts'
import { usePhoneMachine } from './usePhoneMachine.ts'

/** Returns the page on which a phone is a machine: it sends its movement as power to the device that its address names. */
export function PhonePage({ hash }: { readonly hash: string }) {
  const { t } = useTexts('publicPage')
  const device = useMemo(() => phoneDeviceOf(hash), [hash])
  useEffect(() => void (document.title = `${t('phone.title')} – Trueline`), [t])
  return (
    <main className={classes['page']}>
      <h1>{t('phone.title')}</h1>
      {device === null ? <p role="alert">{t('phone.broken')}</p> : <Machine device={device} />}
    </main>
  )
}

function Machine({ device }: { readonly device: PhoneDevice }) {
  const { t, locale } = useTexts('publicPage')
  const format = useMemo(() => createFormat(locale, 'UTC'), [locale])
  const { isOn, power, outcome, start, stop, hold } = usePhoneMachine(device)
  useWakeLock()
  if (outcome === 'gone') return <p role="alert">{t('phone.gone')}</p>
  if (!isOn) {
    return (
      <>
        <p>{t('phone.text')}</p>
        <button type="button" className={classes['start']} onClick={start}>
          {t('phone.start')}
        </button>
      </>
    )
  }
  const runs = (power ?? 0) >= TRIAL_RUNS_FROM_KW
  return (
    <>
      <div className={classes['now']} data-runs={runs || undefined}>
        <output>{format.number(power ?? 0, 1)} kW</output>
        <span role="status">{t(runs ? 'phone.runs' : 'phone.stands')}</span>
      </div>
      <p>{t('phone.shake')}</p>
      <button
        type="button"
        className={classes['hold']}
        onPointerDown={() => hold(true)}
        onPointerUp={() => hold(false)}
        onPointerLeave={() => hold(false)}
        onPointerCancel={() => hold(false)}
        onKeyDown={({ key }) => (key === ' ' || key === 'Enter') && hold(true)}
        onKeyUp={() => hold(false)}
        onBlur={() => hold(false)}
        onContextMenu={(event) => event.preventDefault()}
      >
        {t('phone.hold')}
      </button>
      <p role="status" className={classes['note']}>
        {(outcome === 'offline' || outcome === 'slow') && t(`phone.${outcome}`)}
      </p>
      <button type="button" className={classes['stop']} onClick={stop}>
        {t('phone.stop')}
      </button>
    </>
  )
}
