import { useId } from 'react'
import { useLiveWorkCenter } from '#web/api/live.ts'
import type { SettingsSensorFragment } from '#web/api/generated/graphql.ts'
import { useSensorName } from '#web/parts/sensorName/useSensorName.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { EditSensorForm } from './EditSensorForm.tsx'
import { SensorRow } from './SensorRow.tsx'
import classes from './Sensors.module.css'
import { channelKey } from './sensors.view.ts'
import type { DayOf } from './useSensorDay.ts'

type SensorListProps = {
  readonly title: string
  readonly workCenterId: number
  /** In what the output is counted. */
  readonly outputUnit: string
  readonly sensors: readonly SettingsSensorFragment[]
  readonly isReadOnly: boolean
  readonly mayDelete: boolean
  /** The sensor whose form is open. */
  readonly openForm: number | 'new' | null
  readonly dayOf: DayOf
  readonly onOpen: (id: number) => void
  readonly onClose: () => void
  readonly onChanged: () => void
  readonly onDeleted: () => void
}

/** Returns a titled list of sensors in the order of their names; one of them may be open for editing. */
export function SensorList({ title, workCenterId, outputUnit, sensors, openForm, dayOf, onOpen, onClose, ...rest }: SensorListProps) {
  const id = useId()
  const format = useFormat()
  const { sensorName, sensorUnit } = useSensorName()
  const live = useLiveWorkCenter(workCenterId)
  const ordered = sensors.toSorted((a, b) => format.compare(sensorName(a), sensorName(b)))
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul className={classes['list']}>
        {ordered.map((sensor) => (
          <li key={sensor.id} className={classes['item']} data-sensor={sensor.id}>
            {openForm === sensor.id ? (
              <EditSensorForm workCenterId={workCenterId} sensor={sensor} onClose={onClose} onChanged={rest.onChanged} />
            ) : (
              <SensorRow
                sensor={sensor}
                unit={sensorUnit(sensor, outputUnit)}
                live={live?.values[channelKey(sensor.type, sensor.number)]}
                day={dayOf(sensor)}
                onEdit={() => onOpen(sensor.id)}
                {...rest}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
