import { useRef } from 'react'
import { LOSS_CATEGORIES, LOSS_REASON_TYPES } from '#engine/loss/lossReason.ts'
import { isTimeUnit, TIME_UNITS } from '#engine/loss/timeUnit.ts'
import { CreateLossReasonDocument, type LossReasonsPageQuery, UpdateLossReasonDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { ColorField } from '#web/parts/color/ColorField.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert, Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { Beside } from '#web/ui/form/FormLayout.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { ActivityFields } from './ActivityFields.tsx'
import { NameFields } from './NameFields.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import classes from './ReasonForm.module.css'
import { inputOf, NAME_MAX_LENGTH, problemsOfReason, type ReasonValues, valuesOf } from './reasonForm.view.ts'
import type { Reason } from './reasonTree.view.ts'

type ReasonFormProps = {
  /** Null = a new one. */
  readonly reason: Reason | null
  readonly initial: ReasonValues
  readonly data: LossReasonsPageQuery
  readonly mayEdit: boolean
  readonly onSaved: (isClosing: boolean) => void
}

/** Returns the form of a reason. What the server refuses stands beside its field; what somebody else changed meanwhile is offered. */
export function ReasonForm({ reason, initial, data, mayEdit, onSaved }: ReasonFormProps) {
  const { t } = useTexts('lossReason')
  const { locale } = useFormat()
  const create = useChange(CreateLossReasonDocument)
  const update = useChange(UpdateLossReasonDocument)
  const version = useRef(reason?.version ?? null)
  const form = useForm<ReasonValues>({
    initial,
    check: (values) => problemsOfReason(values, locale),
    save: async (values) => {
      const input = inputOf(values, reason, locale)
      const { data: saved, problems } =
        reason === null
          ? await create.run({ input: { ...input, type: values.type } })
          : await update.run({ input: { ...input, id: reason.id, version: version.current } })
      if (saved === null) return problems
      showToast(t('edit.saved', { name: input.name }))
      onSaved(true)
      return []
    },
  })
  const field = <Name extends keyof ReasonValues>(name: Name) => fieldOf(form, name, (problem) => problemText(t, problem))
  const flag = (name: FlagName) => ({
    name,
    label: t(`field.${name}`),
    isChecked: form.values[name],
    onChange: (isChecked: boolean) => form.set(name, isChecked),
    error: field(name).error,
  })
  const conflict = form.others.find(({ code }) => code === 'CONFLICT')
  const takeTheirs = () => {
    if (reason === null) return
    form.reset(valuesOf(reason, locale))
    version.current = reason.version
  }
  return (
    <form noValidate onSubmit={form.submit} className={classes['form']}>
      {/* What cannot be changed can be looked at. */}
      <fieldset className={classes['fields']} disabled={!mayEdit}>
        <legend className="hidden-text">{reason?.name ?? t('create')}</legend>
        {conflict !== undefined && (
          <div role="alert" className={classes['conflict']}>
            <p>
              <Explained>{problemText(t, conflict)}</Explained>
            </p>
            <ActionButton onClick={takeTheirs}>{t('edit.takeTheirs')}</ActionButton>
            <ActionButton
              onClick={() => {
                const theirs = conflict.params?.['version']
                if (typeof theirs === 'number') version.current = theirs
              }}
              isSubmit
            >
              {t('edit.keepMine')}
            </ActionButton>
          </div>
        )}
        <TextField {...field('name')} label={t('field.name')} maxLength={NAME_MAX_LENGTH} />
        <SelectField
          {...field('groupId')}
          label={t('field.groupId')}
          options={[
            { value: '', label: t('group.none') },
            ...data.lossReasonGroups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <Beside>
          <SelectField
            {...field('category')}
            label={t('field.category')}
            options={LOSS_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
            onChange={(value) => form.set('category', LOSS_CATEGORIES.find((one) => one === value) ?? 'AVAILABILITY')}
            help={t(`categoryHelp.${form.values.category}`)}
          />
          <SelectField
            {...field('type')}
            label={t('field.type')}
            options={LOSS_REASON_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
            onChange={(value) => form.set('type', value === 'PLANNED' ? 'PLANNED' : 'UNPLANNED')}
          />
        </Beside>
        <ColorField {...field('color')} />
        <section className={classes['section']}>
          <h3>{t('section.counting')}</h3>
          <CheckField {...flag('includeInOeeCalculation')} />
          <CheckField {...flag('isSmallStop')} />
          <CheckField {...flag('isDefaultPlanned')} />
          <CheckField {...flag('hasMaximumAllowedDuration')} />
          {form.values.hasMaximumAllowedDuration && (
            <Beside>
              <NumberField {...field('maximumAllowedDuration')} label={t('field.maximumAllowedDuration')} help={t('limitHelp')} />
              <SelectField
                {...field('unit')}
                label={t('field.unit')}
                options={TIME_UNITS.map((value) => ({ value, label: t(`unit.${value}`) }))}
                onChange={(value) => {
                  if (isTimeUnit(value)) form.set('unit', value)
                }}
              />
            </Beside>
          )}
        </section>
        <section className={classes['section']}>
          <h3>{t('section.giving')}</h3>
          <CheckField {...flag('isManualAllowed')} />
          <CheckField {...flag('requireExtraNotes')} />
          <PlaceFields form={form} places={data.workCenters} groups={data.workCenterGroups} error={field('links').error} />
        </section>
        <NameFields
          names={form.values.translations}
          onChange={(names) => form.set('translations', names)}
          error={field('translations').error}
        />
        <ActivityFields chosen={form.values.activityTypes} onChange={(types) => form.set('activityTypes', types)} />
        <TextField {...field('identifiers')} label={t('field.identifiers')} optional={t('optional')} help={t('identifiersHelp')} isLong />
      </fieldset>
      {form.others
        .filter((problem) => problem !== conflict)
        .map((problem) => (
          <Alert key={problem.code} className={classes['problem']}>
            {problemText(t, problem)}
          </Alert>
        ))}
      {mayEdit && (
        <div className={classes['end']}>
          <ActionButton isMain isSubmit isBusy={form.isSaving} isDisabled={reason !== null && !form.isDirty}>
            {reason === null ? t('make') : t('save')}
          </ActionButton>
        </div>
      )}
    </form>
  )
}

type FlagName =
  | 'hasMaximumAllowedDuration'
  | 'includeInOeeCalculation'
  | 'isDefaultPlanned'
  | 'isManualAllowed'
  | 'isSmallStop'
  | 'requireExtraNotes'
