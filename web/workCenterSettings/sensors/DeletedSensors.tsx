import { useId } from 'react'
import { keptUntil } from '#engine/sensor/sensorKeep.ts'
import { RestoreSensorDocument, type SettingsSensorFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useSensorName } from '#web/parts/sensorName/useSensorName.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Sensors.module.css'

type DeletedSensorsProps = {
  readonly sensors: readonly SettingsSensorFragment[]
  readonly mayRestore: boolean
  readonly onChanged: () => void
}

/** Returns the sensors that were deleted and can come back, with the day until which their data is kept; nothing when there are none. */
export function DeletedSensors({ sensors, mayRestore, onChanged }: DeletedSensorsProps) {
  const { t } = useTexts('sensors')
  const id = useId()
  const format = useFormat()
  const { sensorName } = useSensorName()
  const { isBusy, run: restore } = useChange(RestoreSensorDocument)
  if (sensors.length === 0) return null
  const bringBack = async (sensor: SettingsSensorFragment) => {
    const { problems } = await restore({ id: sensor.id })
    if (problems.length > 0) return showToast(t('failed.restore'))
    onChanged()
    return showToast(t('restored', { name: sensorName(sensor) }))
  }
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <h3 id={id}>{t('gone.title')}</h3>
      <ul className={classes['list']}>
        {sensors.map((sensor) => (
          <li key={sensor.id} className={`${classes['item']} ${classes['gone']}`}>
            <div className={classes['name']}>
              <b>{sensorName(sensor)}</b>
              <span className={classes['meta']}>
                {sensor.deletedOn != null && t('gone.until', { date: format.date(keptUntil(Date.parse(sensor.deletedOn))) })}
              </span>
            </div>
            {mayRestore && (
              <ActionButton isDisabled={isBusy} onClick={() => void bringBack(sensor)}>
                <span aria-hidden>{t('gone.restore')}</span>
                <span className="hidden-text">{t('gone.restoreOf', { name: sensorName(sensor) })}</span>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
