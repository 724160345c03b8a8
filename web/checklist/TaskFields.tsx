import { CHECKLIST_TASK_TYPES, DEVIATION_ACTIONS } from '#engine/checklist/checklist.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { Beside } from '#web/ui/form/FormLayout.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import type { Locale } from '#web/ui/locale.ts'
import { conditionsFor, type TaskValues, withOptions } from './checklistForm.view.ts'
import { taskField } from './checklistProblems.ts'
import { WordFields } from './WordFields.tsx'

type TaskFieldsProps = {
  readonly task: TaskValues
  readonly tasks: readonly TaskValues[]
  readonly problems: readonly FieldProblem[]
  readonly index: number
  /** In which languages more it is written. */
  readonly languages: readonly Locale[]
  readonly onChange: (next: Partial<TaskValues>) => void
}

/** Returns the fields of one task; which there are depends on its type. */
export function TaskFields({ task, tasks, problems, index, languages, onChange }: TaskFieldsProps) {
  const { t } = useTexts('checklist')
  const errorOf = (name: string): string | null => {
    const problem = problems.find(({ field }) => field === taskField(task.id, name))
    return problem === undefined ? null : problemText(t, problem)
  }
  const text = (name: 'description' | 'max' | 'message' | 'min' | 'options' | 'unit' | 'value') => ({
    name: taskField(task.id, name),
    error: errorOf(name),
    label: t(`task.${name}`),
    value: task[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  const flag = (name: 'isMultiple' | 'isRequired' | 'notApplicable' | 'photoFromCameraOnly' | 'photoProofRequired') => ({
    name: `${name}-${index}`,
    label: t(`task.${name}`),
    isChecked: task[name],
    onChange: (isChecked: boolean) => onChange({ [name]: isChecked }),
  })
  const conditions = conditionsFor(tasks, index)
  return (
    <>
      <TextField {...text('description')} maxLength={500} />
      <SelectField
        name={`type-${index}`}
        label={t('task.type')}
        value={task.type}
        options={CHECKLIST_TASK_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(value) => onChange({ type: CHECKLIST_TASK_TYPES.find((one) => one === value) ?? 'YES_NO' })}
      />
      {task.type === 'YES_NO' && (
        <SelectField
          name={`expected-${index}`}
          label={t('task.expected')}
          value={task.expected}
          options={[
            { value: 'yes', label: t('yes') },
            { value: 'no', label: t('no') },
            { value: '', label: t('task.either') },
          ]}
          onChange={(value) => onChange({ expected: value === 'yes' || value === 'no' ? value : '' })}
        />
      )}
      {task.type === 'MEASUREMENT' && (
        <Beside>
          <TextField {...text('value')} optional={t('optional')} inputMode="decimal" />
          <TextField {...text('min')} optional={t('optional')} inputMode="decimal" />
          <TextField {...text('max')} optional={t('optional')} inputMode="decimal" />
          <TextField {...text('unit')} optional={t('optional')} maxLength={20} />
        </Beside>
      )}
      {task.type === 'SELECT' && (
        <>
          <TextField
            {...text('options')}
            help={t('task.optionsHelp')}
            isLong
            onChange={(options) => onChange(withOptions(task, options))}
          />
          <CheckField {...flag('isMultiple')} />
        </>
      )}
      {(task.type === 'YES_NO' || task.type === 'MEASUREMENT' || task.type === 'SELECT') && (
        <>
          <TextField {...text('message')} optional={t('optional')} maxLength={500} />
          <SelectField
            name={`onDeviation-${index}`}
            label={t('task.onDeviation')}
            value={task.onDeviation}
            options={DEVIATION_ACTIONS.map((value) => ({ value, label: t(`deviation.${value}`) }))}
            onChange={(value) => onChange({ onDeviation: DEVIATION_ACTIONS.find((one) => one === value) ?? 'NONE' })}
          />
        </>
      )}
      <WordFields task={task} languages={languages} problems={problems} onChange={(words) => onChange({ words })} />
      <CheckField {...flag('isRequired')} />
      {task.type !== 'ATTACH_FILE' && <CheckField {...flag('photoProofRequired')} />}
      {(task.type === 'ATTACH_FILE' || task.photoProofRequired) && <CheckField {...flag('photoFromCameraOnly')} />}
      <CheckField {...flag('notApplicable')} />
      {conditions.length > 0 && (
        <SelectField
          name={taskField(task.id, 'dependsOn')}
          error={errorOf('dependsOn')}
          label={t('task.dependsOn')}
          value={task.dependsOn}
          options={[
            { value: '', label: t('task.always') },
            ...conditions.map(({ value, task: name, answer }) => ({
              value,
              label: `${name}: ${answer === 'yes' ? t('yes') : answer === 'no' ? t('no') : answer}`,
            })),
          ]}
          onChange={(dependsOn) => onChange({ dependsOn })}
        />
      )}
    </>
  )
}
