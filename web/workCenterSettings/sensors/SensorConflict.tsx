import { useEffect, useRef } from 'react'
import type { SettingsSensorFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useSensorName } from '#web/parts/sensorName/useSensorName.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './Sensors.module.css'

type SensorConflictProps = { readonly theirs: SettingsSensorFragment; readonly onMine: () => void; readonly onTheirs: () => void }

/** Returns another person's save of the sensor, and the two choices; typed text stays until then. */
export function SensorConflict({ theirs, onMine, onTheirs }: SensorConflictProps) {
  const { t } = useTexts('sensors')
  const { sensorName } = useSensorName()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} className={classes['conflict']} role="alert" tabIndex={-1}>
      <p>
        <b>{t('conflict.title')}</b>
      </p>
      <p>
        <svg className={classes['mark']} width={16} height={16} viewBox="0 0 16 16" aria-hidden focusable={false}>
          <circle cx={8} cy={8} r={7} fill={theirs.color ?? 'var(--surface)'} stroke="var(--border-strong)" />
        </svg>{' '}
        {t('conflict.stored', { name: sensorName(theirs) })} {theirs.color}
        {theirs.isUiHidden && ` · ${t('hidden')}`}
      </p>
      <div className={classes['actions']}>
        <ActionButton onClick={onTheirs}>{t('conflict.take')}</ActionButton>
        <ActionButton isMain onClick={onMine}>
          {t('conflict.mine')}
        </ActionButton>
      </div>
    </div>
  )
}
