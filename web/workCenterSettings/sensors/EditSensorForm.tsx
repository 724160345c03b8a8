import { useMutation } from 'urql'
import { type SettingsSensorFragment, UpdateSensorDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { showToast } from '#web/app/toast.ts'
import { MARK_COLORS } from '#web/parts/color/markColors.ts'
import { problemText } from '#web/parts/problem/problemText.ts'
import { useTexts } from '#web/parts/problem/useTexts.ts'
import { useSensorName } from '#web/parts/sensorName/useSensorName.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { SensorFormFrame } from './SensorFormFrame.tsx'
import { sensorProblems, type SensorValues } from './sensorForm.view.ts'
import classes from './Sensors.module.css'

type EditSensorFormProps = { readonly sensor: SettingsSensorFragment; readonly onClose: () => void; readonly onChanged: () => void }

/** Returns the form for the name, the colour and the visibility of a sensor, in the place of its row; what it measures stays. */
export function EditSensorForm({ sensor, onClose, onChanged }: EditSensorFormProps) {
  const { t } = useTexts('sensors')
  const { sensorName } = useSensorName()
  const [, update] = useMutation(UpdateSensorDocument)
  const form = useForm<SensorValues>({
    initial: {
      type: sensor.type,
      number: String(sensor.number),
      name: sensor.name ?? '',
      color: sensor.color ?? MARK_COLORS[0],
      isUiHidden: sensor.isUiHidden,
    },
    check: (values) => sensorProblems(values, []),
    save: async ({ name, color, isUiHidden }) => {
      const { error } = await update({ id: sensor.id, name: name.trim() === '' ? null : name.trim(), color, isUiHidden })
      if (error !== undefined) void showToast(t('failed.edit'))
      else {
        void showToast(t('saved', { name: sensorName({ ...sensor, name: name.trim() }) }))
        onChanged()
        onClose()
      }
      return problemsOf(error)
    },
  })
  return (
    <SensorFormFrame
      title={t('editTitle', { name: sensorName(sensor) })}
      submitLabel={t('save')}
      form={form}
      tell={(problem) => problemText(t, problem)}
      onClose={onClose}
    >
      <div>
        <CheckField
          name="isUiHidden"
          label={t('field.hidden')}
          isChecked={form.values.isUiHidden}
          onChange={(isUiHidden) => form.set('isUiHidden', isUiHidden)}
        />
        <p className={classes['meta']}>{t('help.hidden')}</p>
      </div>
    </SensorFormFrame>
  )
}
