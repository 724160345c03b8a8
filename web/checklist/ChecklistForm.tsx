import { useRef, useState } from 'react'
import { SEVERITIES } from '#engine/notification/notificationType.ts'
import { type ChecklistFieldsFragment, type ChecklistsPageQuery, SaveChecklistDocument } from '#web/api/generated/graphql.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { LOCALE_NAMES, LOCALES } from '#web/ui/locale.ts'
import classes from './ChecklistForm.module.css'
import { type ChecklistValues, inputOf, newTask, withImported, withoutEmpty } from './checklistForm.view.ts'
import { isAtTask, problemInForm } from './checklistProblems.ts'
import { FrequencyFields } from './FrequencyFields.tsx'
import { ImportTasks } from './ImportTasks.tsx'
import { ProductChoice } from './ProductChoice.tsx'
import { TaskList } from './TaskList.tsx'

export type ChecklistFormProps = {
  /** Null = a new one. */
  readonly stored: ChecklistFieldsFragment | null
  readonly initial: ChecklistValues
  readonly data: ChecklistsPageQuery
  readonly mayEdit: boolean
  readonly onSaved: () => void
}

/** Returns the form of a checklist: what it is, where and when it is asked, and its tasks. What the server refuses is told with its task. */
export function ChecklistForm({ stored, initial, data, mayEdit, onSaved }: ChecklistFormProps) {
  const { t } = useTexts('checklist')
  const { locale } = useFormat()
  const save = useChange(SaveChecklistDocument)
  const key = useRef<{ readonly written: string; readonly key: string } | null>(null)
  const form = useForm<ChecklistValues>({
    initial,
    check: () => [],
    save: async (values) => {
      const input = inputOf(values, stored, locale)
      const written = JSON.stringify(input)
      // The same again after a lost answer is done once.
      if (key.current?.written !== written) key.current = { written, key: newRequestKey() }
      const { data: answer, problems } = await save.run({ input, requestKey: key.current.key })
      if (answer === null) return problems.map((problem) => problemInForm(problem, values))
      showToast(t('saved', { name: answer.createOrUpdateChecklist.name }))
      onSaved()
      return []
    },
  })
  const { values } = form
  const [isImporting, setImporting] = useState(false)
  const field = <Name extends keyof ChecklistValues>(name: Name) => fieldOf(form, name, (problem) => problemText(t, problem))
  const places = values.workCenterIds
  return (
    <form noValidate onSubmit={form.submit} className={classes['form']}>
      <fieldset className={classes['fields']} disabled={!mayEdit}>
        <legend className="hidden-text">{stored?.name ?? t('create')}</legend>
        <TextField {...field('name')} label={t('field.name')} maxLength={200} />
        <TextField {...field('group')} label={t('field.group')} optional={t('optional')} maxLength={100} />
        <CheckField name="active" label={t('field.active')} isChecked={values.active} onChange={(active) => form.set('active', active)} />
        <section className={classes['section']}>
          <h3>{t('section.where')}</h3>
          <p className={classes['help']}>{places.length === 0 ? t('list.everywhere') : t('where.some', { count: places.length })}</p>
          <fieldset className={classes['list']}>
            <legend className="hidden-text">{t('section.where')}</legend>
            {data.workCenters.map(({ id, name }) => (
              <CheckField
                key={id}
                name="workCenterIds"
                label={name}
                isChecked={places.includes(id)}
                onChange={(isChecked) => form.set('workCenterIds', isChecked ? [...places, id] : places.filter((one) => one !== id))}
              />
            ))}
          </fieldset>
        </section>
        <ProductChoice chosen={values.products} onChange={(products) => form.set('products', products)} />
        <FrequencyFields form={form} data={data} />
        <section className={classes['section']}>
          <h3>{t('section.tasks')}</h3>
          <fieldset className={classes['languages']}>
            <legend>{t('languages.title')}</legend>
            <p className={classes['help']}>{t('languages.help')}</p>
            <div className={classes['choices']}>
              {LOCALES.map((language) => (
                <CheckField
                  key={language}
                  name={`language-${language}`}
                  label={LOCALE_NAMES[language]}
                  isChecked={values.languages.includes(language)}
                  onChange={(isChecked) =>
                    form.set(
                      'languages',
                      LOCALES.filter((one) => (one === language ? isChecked : values.languages.includes(one))),
                    )
                  }
                />
              ))}
            </div>
          </fieldset>
          <TaskList
            tasks={values.tasks}
            languages={values.languages}
            mayEdit={mayEdit}
            problems={form.others}
            onChange={(tasks) => form.set('tasks', tasks)}
          />
          <div className={classes['buttons']}>
            <ActionButton onClick={() => form.set('tasks', [...values.tasks, newTask(newRequestKey())])}>{t('task.add')}</ActionButton>
            {mayEdit && !isImporting && <ActionButton onClick={() => setImporting(true)}>{t('import.open')}</ActionButton>}
          </div>
          {isImporting && (
            <ImportTasks
              present={withoutEmpty(values.tasks).length}
              onAdd={(imported) => {
                const next = withImported(values, imported)
                form.set('tasks', next.tasks)
                form.set('languages', next.languages)
              }}
              onClose={() => setImporting(false)}
            />
          )}
        </section>
        <section className={classes['section']}>
          <h3>{t('section.more')}</h3>
          <TextField {...field('instructions')} label={t('field.instructions')} optional={t('optional')} isLong />
          {values.instructions.trim() !== '' &&
            values.languages.map((language) => (
              <TextField
                key={language}
                name={`instructions-${language}`}
                label={t('languages.instructions', { language: LOCALE_NAMES[language] })}
                optional={t('languages.missing')}
                value={values.instructionsIn[language] ?? ''}
                onChange={(text) => form.set('instructionsIn', { ...values.instructionsIn, [language]: text })}
                maxLength={2000}
                isLong
              />
            ))}
          <CheckField
            name="signatureRequired"
            label={t('field.signatureRequired')}
            isChecked={values.signatureRequired}
            onChange={(isChecked) => form.set('signatureRequired', isChecked)}
          />
          <CheckField
            name="blocksShift"
            label={t('field.blocksShift')}
            isChecked={values.blocksShift}
            onChange={(isChecked) => form.set('blocksShift', isChecked)}
          />
          <SelectField
            name="missedSeverity"
            label={t('field.missedSeverity')}
            help={t('field.missedHelp')}
            value={values.missedSeverity}
            options={[{ value: '', label: t('missed.NOBODY') }, ...SEVERITIES.map((value) => ({ value, label: t(`missed.${value}`) }))]}
            onChange={(value) => form.set('missedSeverity', SEVERITIES.find((one) => one === value) ?? '')}
          />
        </section>
      </fieldset>
      {form.others
        .filter((problem) => !isAtTask(problem, values))
        .map((problem) => (
          <p key={`${problem.code} ${problem.field ?? ''}`} role="alert" className={classes['problem']}>
            {placeOf(problem.field, t('task.number', { number: taskNumber(problem.field) }))}
            <Explained>{problemText(t, problem)}</Explained>
          </p>
        ))}
      {mayEdit && (
        <div className={classes['end']}>
          <ActionButton isMain isSubmit isBusy={form.isSaving} isDisabled={stored !== null && !form.isDirty}>
            {t('save')}
          </ActionButton>
        </div>
      )}
    </form>
  )
}

function taskNumber(field: string | undefined): number {
  return Number(/^tasks\.(\d+)/.exec(field ?? '')?.[1] ?? -1) + 1
}

function placeOf(field: string | undefined, task: string): string {
  return taskNumber(field) > 0 ? `${task}: ` : ''
}
