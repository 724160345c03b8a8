import { useState } from 'react'
import { useClient } from 'urql'
import { SettingsSensorsDocument, type SettingsSensorFragment, UpdateSensorDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { MARK_COLORS } from '#web/parts/color/markColors.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useSensorName } from '#web/parts/sensorName/useSensorName.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { type FieldProblem, useForm } from '#web/ui/form/useForm.ts'
import { SensorConflict } from './SensorConflict.tsx'
import { clashes, headChange, sensorProblems, type SensorValues } from './sensorForm.view.ts'
import { SensorFormFrame } from './SensorFormFrame.tsx'
import classes from './Sensors.module.css'

type EditSensorFormProps = {
  readonly workCenterId: number
  readonly sensor: SettingsSensorFragment
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Returns the form for name, colour and visibility of a sensor, in place of its row; its measurement is fixed. */
export function EditSensorForm({ workCenterId, sensor, onClose, onChanged }: EditSensorFormProps) {
  const { t } = useTexts('sensors')
  const { sensorName } = useSensorName()
  const client = useClient()
  const update = useChange(UpdateSensorDocument)
  // What was seen when it was begun: the list is asked anew meanwhile.
  const [seen, setSeen] = useState(sensor)
  const [theirs, setTheirs] = useState<SettingsSensorFragment | null>(null)
  const initial = valuesOf(seen)
  const form = useForm<SensorValues>({
    initial,
    check: (values) => sensorProblems(values, []),
    save: async (values) => {
      const change = headChange(initial, values)
      const stored = await newest()
      if (stored !== null && clashes(change, seen, stored)) {
        setTheirs(stored)
        return [{ code: 'CONFLICT' }]
      }
      const { problems } = await update.run({ id: sensor.id, ...change })
      if (problems.length > 0) showToast(t('failed.edit'))
      else {
        showToast(t('saved', { name: sensorName({ ...sensor, name: values.name.trim() }) }))
        onChanged()
        onClose()
      }
      return problems
    },
  })
  /** The stored sensor; null when unknown, which the save itself then reports. */
  const newest = async () => {
    const { data } = await client.query(SettingsSensorsDocument, { workCenterId }, { requestPolicy: 'network-only' }).toPromise()
    return [...(data?.machine ?? []), ...(data?.service ?? [])].find(({ id }) => id === sensor.id) ?? null
  }
  const settle = (isMine: boolean) => {
    if (theirs === null) return
    const [stored, mine] = [valuesOf(theirs), headChange(initial, form.values)]
    setSeen(theirs)
    // What was not changed here is theirs in any case.
    if (!isMine || mine.name === undefined) form.set('name', stored.name)
    if (!isMine || mine.color === undefined) form.set('color', stored.color)
    if (!isMine || mine.isUiHidden === undefined) form.set('isUiHidden', stored.isUiHidden)
    setTheirs(null)
  }
  const toText = (problem: FieldProblem) => problemText(t, problem)
  return (
    <SensorFormFrame
      title={t('editTitle', { name: sensorName(sensor) })}
      submitLabel={t('save')}
      form={form}
      toText={toText}
      onClose={onClose}
      notice={theirs !== null && <SensorConflict theirs={theirs} onMine={() => settle(true)} onTheirs={() => settle(false)} />}
      after={
        <div>
          <CheckField
            name="isUiHidden"
            label={t('field.hidden')}
            isChecked={form.values.isUiHidden}
            onChange={(isUiHidden) => form.set('isUiHidden', isUiHidden)}
          />
          <p className={classes['meta']}>{t('help.hidden')}</p>
        </div>
      }
    />
  )
}

function valuesOf({ type, number, name, color, isUiHidden }: SettingsSensorFragment): SensorValues {
  return { type, number: String(number), name: name ?? '', color: color ?? MARK_COLORS[0], isUiHidden }
}
