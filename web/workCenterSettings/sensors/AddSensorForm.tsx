import { SENSOR_TYPES, type SensorType } from '#engine/sensor/sensorType.ts'
import { AddSensorDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { MARK_COLORS } from '#web/parts/color/markColors.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useSensorName } from '#web/parts/sensorName/useSensorName.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { SensorFormFrame } from './SensorFormFrame.tsx'
import { sensorProblems, type SensorValues } from './sensorForm.view.ts'
import classes from './Sensors.module.css'
import { freeNumber } from './sensors.view.ts'

type AddSensorFormProps = {
  readonly workCenterId: number
  readonly sensors: readonly { readonly type: string; readonly number: number; readonly color?: string | null }[]
  readonly onClose: () => void
  readonly onChanged: () => void
}

const FIRST: SensorType = 'TEMPERATURE'

/** Returns the form for a sensor that the device has not reported yet; it begins with a number and a colour that no other has. */
export function AddSensorForm({ workCenterId, sensors, onClose, onChanged }: AddSensorFormProps) {
  const { t } = useTexts('sensors')
  const format = useFormat()
  const { typeName, sensorName } = useSensorName()
  const { run: add } = useChange(AddSensorDocument)
  const taken = new Set(sensors.map((sensor) => sensor.color?.toUpperCase()))
  const initial: SensorValues = {
    type: FIRST,
    number: String(freeNumber(sensors, FIRST) ?? 1),
    name: '',
    color: MARK_COLORS.find((color) => !taken.has(color)) ?? MARK_COLORS[0],
    isUiHidden: false,
  }
  const form = useForm<SensorValues>({
    initial,
    check: (values) => sensorProblems(values, sensors),
    save: async ({ type, number, name, color }) => {
      const { problems } = await add({ workCenterId, type, number: Number(number), name: name.trim(), color })
      if (problems.length > 0) showToast(t('failed.add'))
      else {
        showToast(t('added', { name: sensorName({ type, number: Number(number), name: name.trim() }) }))
        onChanged()
        onClose()
      }
      return problems
    },
  })
  const toText = (problem: FieldProblem) => (problem.code === 'NOT_UNIQUE' ? t('taken') : problemText(t, problem))
  const types = SENSOR_TYPES.map((value) => ({ value, label: typeName(value) })).toSorted((a, b) => format.compare(a.label, b.label))
  const number = form.problem('number')
  return (
    <SensorFormFrame title={t('addTitle')} submitLabel={t('add')} form={form} toText={toText} onClose={onClose}>
      <div className={classes['beside']}>
        <SelectField
          name="type"
          label={t('field.type')}
          value={form.values.type}
          options={types}
          onChange={(value) => {
            const type = SENSOR_TYPES.find((one) => one === value) ?? FIRST
            form.set('type', type)
            form.set('number', String(freeNumber(sensors, type) ?? 1))
          }}
        />
        <TextField
          name="number"
          label={t('field.number')}
          help={t('help.number')}
          value={form.values.number}
          inputMode="numeric"
          maxLength={2}
          onChange={(value) => form.set('number', value)}
          onBlur={() => form.touch('number')}
          error={number === null ? null : toText(number)}
        />
      </div>
    </SensorFormFrame>
  )
}
