import { keptUntil } from '#engine/sensor/sensorKeep.ts'
import { DeleteSensorDocument, type SettingsSensorFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useSensorName } from '#web/parts/sensorName/useSensorName.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { DayPlot } from './DayPlot.tsx'
import classes from './Sensors.module.css'
import type { DaySeries, LatestReading } from './sensors.view.ts'
import { SensorValue } from './SensorValue.tsx'

type SensorRowProps = {
  readonly sensor: SettingsSensorFragment
  readonly unit: string
  readonly live: LatestReading | undefined
  readonly day: DaySeries | null | undefined
  readonly isReadOnly: boolean
  readonly mayDelete: boolean
  readonly onEdit: () => void
  readonly onChanged: () => void
  readonly onDeleted: () => void
}

/** Returns a sensor's row: name, kind, current value and last day. It is deleted without a question, because it can be restored for a month. */
export function SensorRow({ sensor, unit, live, day, isReadOnly, mayDelete, onEdit, onDeleted, onChanged }: SensorRowProps) {
  const { t } = useTexts('sensors')
  const format = useFormat()
  const { sensorName, typeName } = useSensorName()
  const { isBusy, run: erase } = useChange(DeleteSensorDocument)
  const name = sensorName(sensor)
  const remove = async () => {
    const { problems } = await erase({ id: sensor.id })
    if (problems.length > 0) return showToast(t('failed.delete'))
    onChanged()
    onDeleted()
    return showToast(t('deleted', { name, date: format.date(keptUntil(serverNow())) }))
  }
  return (
    <div className={classes['row']}>
      <svg className={classes['mark']} width={16} height={16} viewBox="0 0 16 16" aria-hidden focusable={false}>
        <rect x={1} y={1} width={14} height={14} rx={3} fill={sensor.color ?? 'var(--accent)'} />
      </svg>
      <div className={classes['name']}>
        <b>{name}</b>
        <span className={classes['meta']}>
          {[
            // Without a name of its own it is called by just these.
            sensor.name == null || sensor.name === '' ? null : typeName(sensor.type),
            sensor.name == null || sensor.name === '' || sensor.number === 1 ? null : t('number', { number: sensor.number }),
            sensor.isUiHidden ? t('hidden') : null,
          ]
            .filter((one) => one !== null)
            .join(' · ')}
        </span>
      </div>
      <SensorValue sensor={sensor} unit={unit} live={live} />
      <DayPlot series={day} unit={unit} color={sensor.color ?? null} name={name} />
      {!isReadOnly && (
        <div className={classes['actions']}>
          <ActionButton onClick={onEdit}>
            <span aria-hidden>{t('edit')}</span>
            <span className="hidden-text">{t('editOf', { name })}</span>
          </ActionButton>
          {mayDelete && (
            <Dropdown kind="menu" side="end" label={t('moreOf', { name })} triggerClass={classes['more']} trigger={<Icon name="more" />}>
              <DropdownItem onClick={() => void (isBusy || remove())}>{t('deleteOf', { name })}</DropdownItem>
            </Dropdown>
          )}
        </div>
      )}
    </div>
  )
}
