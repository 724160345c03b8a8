import { useEffect, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useSensorName } from '#web/parts/sensorName/useSensorName.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './AddWorkCenter.module.css'
import type { Added, ArrivedSensor } from './AddedSteps.tsx'
import { alsoArrived, isLate } from './addWorkCenter.view.ts'
import { PowerBars } from './PowerBars.tsx'
import type { TrialDevice } from './trial.view.ts'
import { TrialSender } from './TrialSender.tsx'

const NEXT_STEPS = ['statuses', 'specification', 'shifts', 'oee'] as const
const HINTS = ['power', 'network', 'clock', 'other'] as const

type FirstDataProps = {
  readonly workCenter: Added
  readonly sensors: readonly ArrivedSensor[]
  readonly trial: TrialDevice | null
  readonly onAnother: () => void
}

/** Returns the panel that waits for the first data and shows it as it comes, with honest hints when it does not, and what to do next. */
export function FirstData({ workCenter, sensors, trial, onAnother }: FirstDataProps) {
  const { t } = useTexts('addWorkCenter')
  const live = useLiveWorkCenter(workCenter.id)
  const now = useNow()
  const { name } = workCenter
  // The step before is gone, and the focus with it.
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const claimedOn = workCenter.device?.claimedOn
  const hasData = live?.lastSampleAt != null
  const params = { deviceId: workCenter.deviceId ?? '' }
  return (
    <div className={classes['section']}>
      <section ref={panel} tabIndex={-1} className={classes['panel']} data-live={hasData || undefined} aria-label={t('steps.data')}>
        {hasData ? (
          <>
            <div role="status">
              <h2>
                <span aria-hidden>✓ </span>
                {t('data.arrived', { name })}
              </h2>
            </div>
            {trial !== null && <PowerBars workCenterId={workCenter.id} />}
            <FirstValues workCenter={workCenter} sensors={sensors} now={now} />
          </>
        ) : (
          <>
            <div role="status">
              <h2>
                <span className={classes['pulse']} aria-hidden />
                {t('data.waiting')}
              </h2>
            </div>
            {trial === null && <p>{t('data.waitingText', { name })}</p>}
            {trial === null && isLate(claimedOn == null ? null : Date.parse(claimedOn), now) && (
              <div className={classes['fault']} role="status">
                <p>{t('data.late')}</p>
                <ul>
                  {HINTS.map((hint) => (
                    <li key={hint}>{t(`hint.${hint}`, { code: workCenter.device?.code ?? '' })}</li>
                  ))}
                </ul>
              </div>
            )}
          </>
        )}
      </section>
      {trial !== null && (
        <section className={classes['panel']} aria-label={t('trial.title')}>
          <TrialSender device={trial} />
        </section>
      )}
      <section className={classes['panel']}>
        <h2>{t('todo.title')}</h2>
        <ul className={classes['todo']}>
          {NEXT_STEPS.map((step) => (
            <li key={step}>
              <Link to="/boxes/$deviceId/settings" params={params} search={{ tab: step }}>
                {t(`todo.${step}`)}
              </Link>
              <span className={classes['meta']}>{t(`todo.${step}Text`)}</span>
            </li>
          ))}
        </ul>
        <div className={classes['actions']}>
          <ActionButton onClick={onAnother}>{t('todo.another')}</ActionButton>
          <Link className={classes['open']} to="/boxes/$deviceId" params={params}>
            {t('todo.open', { name })}
          </Link>
        </div>
      </section>
    </div>
  )
}

type FirstValuesProps = { readonly workCenter: Added; readonly sensors: readonly ArrivedSensor[]; readonly now: number }

function FirstValues({ workCenter, sensors, now }: FirstValuesProps) {
  const { sensorName, sensorUnit } = useSensorName()
  const { t } = useTexts('addWorkCenter')
  const format = useFormat()
  const unitName = useUnitName()
  const live = useLiveWorkCenter(workCenter.id)
  const at = live?.lastSampleAt ?? null
  const unit = unitName(workCenter.outputMeasurementUnit)
  return (
    <>
      <dl className={classes['values']}>
        {Object.entries(live?.values ?? {}).map(([key, { value }]) =>
          value === null ? null : (
            <div key={key}>
              <dt>
                <Icon name="check" size={14} /> {t(`values.name.${key}`)}
              </dt>
              <dd>
                {format.number(value, Number.isInteger(value) ? 0 : 1)} {t(`values.unit.${key}`, { unit })}
              </dd>
            </div>
          ),
        )}
        {alsoArrived(sensors, live?.values ?? {}).map((sensor) => (
          <div key={sensor.id}>
            <dt>
              <Icon name="check" size={14} /> {sensorName(sensor)}
            </dt>
            <dd>
              {format.number(sensor.lastValue?.value ?? null, Number.isInteger(sensor.lastValue?.value) ? 0 : 1)} {sensorUnit(sensor, unit)}
            </dd>
          </div>
        ))}
        {live?.output != null && live.output.total > 0 && (
          <div>
            <dt>
              <Icon name="check" size={14} /> {t('output.total')}
            </dt>
            <dd>
              {format.number(live.output.total)} {unit}
            </dd>
          </div>
        )}
      </dl>
      {at !== null && <p className={classes['meta']}>{t('data.last', { duration: format.duration(Math.max(0, now - at)) })}</p>}
    </>
  )
}
