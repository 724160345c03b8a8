import type { Under } from '#web/texts/translate.ts'
import { AUTO_CONFIRM_TIMES } from '#engine/output/automaticPosting.ts'
import { OUTPUT_CALCULATION_TYPES } from '#engine/workCenter/workCenterSetup.ts'
import { OutputSettingsOfDocument, SaveOutputSettingsDocument, type OutputSettingsOfQuery } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { Beside, FormSection, Note } from '#web/ui/form/FormLayout.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ChoiceField } from '../frame/ChoiceField.tsx'
import { SettingField } from '../frame/SettingField.tsx'
import { inputOf, type Stored } from '../frame/settingsFields.view.ts'
import { SettingsFormView } from '../frame/SettingsFormView.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { useTabForm } from '../frame/useTabForm.ts'
import { CounterResets } from './CounterResets.tsx'
import { CONFIRMATION_FLAGS, isAmountIdle, OUTPUT, outputHolds, outputOf, type OutputName } from './output.view.ts'

const TARGETS = ['BY_WORK_CENTER_CYCLE_TIME', 'BY_CURRENT_JOB_ORDER_CYCLE_TIME', 'BY_JOB_ORDERS_CYCLE_TIME'] as const

/** Returns the form of the output tab. Each setting states its effect, and a setting without effect states why. */
export function OutputForm(props: SettingsTabProps & { readonly loaded: OutputSettingsOfQuery }) {
  const { workCenter, loaded, isReadOnly } = props
  const { t } = useTexts('outputSettings')
  const unitName = useUnitName()
  const workCenterId = workCenter.id
  const { run: save } = useChange(SaveOutputSettingsDocument)
  const form = useTabForm<OutputName, OutputSettingsOfQuery>(props, {
    fields: OUTPUT,
    query: OutputSettingsOfDocument,
    loaded,
    snapshotOf: outputOf,
    save: async (changes, version) => {
      const { data, problems } = await save({ input: { workCenterId, version, ...inputOf(changes) } })
      return { problems, version: data?.updateOutputSettings.version ?? null }
    },
  })
  const units = loaded.measurementUnits
    .filter(({ group }) => group === 'QUANTITY')
    .map((unit) => ({ value: String(unit.id), label: unitName(unit) }))
  const labelOf = (name: OutputName) => t(`field.${name}`)
  const valueText = (name: OutputName, value: Stored) => {
    const calculation = OUTPUT_CALCULATION_TYPES.find((one) => one === value)
    if (name === 'calculationType' && calculation !== undefined) return t(`calculation.${calculation}`)
    const target = TARGETS.find((one) => one === value)
    if (name === 'targetOutputCalculationType' && target !== undefined) return t(`target.${target}`)
    const time = AUTO_CONFIRM_TIMES.find((one) => one === value)
    if (name === 'autoConfirm' && time !== undefined) return t(`autoConfirm.${time}`)
    return name === 'measurementUnitId' ? (units.find((unit) => unit.value === String(value))?.label ?? null) : null
  }
  const field = (name: OutputName, help: string) => <SettingField key={name} form={form} name={name} label={labelOf(name)} help={help} />
  const flag = (name: OutputName & Under<'help', 'outputSettings'>) => field(name, t(`help.${name}`))
  const isIdle = isAmountIdle(form.values)
  return (
    <SettingsFormView form={form} workCenterId={workCenterId} labelOf={labelOf} valueText={valueText}>
      <FormSection title={t('section.counting')}>
        <ChoiceField
          {...form.text('calculationType')}
          label={labelOf('calculationType')}
          isDisabled={isReadOnly}
          choices={OUTPUT_CALCULATION_TYPES.map((value) => ({
            value,
            label: t(`calculation.${value}`),
            help: t(`calculationHelp.${value}`),
          }))}
        />
        <Beside>
          <SelectField
            {...form.text('measurementUnitId')}
            label={labelOf('measurementUnitId')}
            options={units}
            isDisabled={isReadOnly}
            help={t('help.measurementUnitId')}
          />
          {field('counterRange', t('help.counterRange'))}
        </Beside>
        {flag('autoOutputTracking')}
        {flag('autoResetOnShiftFinish')}
        <CounterResets workCenterId={workCenterId} name={workCenter.name} isReadOnly={isReadOnly} />
      </FormSection>
      <FormSection title={t('section.target')}>
        <ChoiceField
          {...form.text('targetOutputCalculationType')}
          label={labelOf('targetOutputCalculationType')}
          isDisabled={isReadOnly}
          choices={TARGETS.map((value) => ({ value, label: t(`target.${value}`), help: t(`targetHelp.${value}`) }))}
        />
      </FormSection>
      <FormSection title={t('section.rejections')}>
        {flag('requireReasonForEachRejection')}
        <Beside>{field('rejectionAmount', t(isIdle ? 'amountIdle' : 'help.rejectionAmount'))}</Beside>
      </FormSection>
      <FormSection title={t('section.confirming')}>
        {CONFIRMATION_FLAGS.map((name) => flag(name))}
        <ChoiceField
          {...form.text('autoConfirm')}
          label={labelOf('autoConfirm')}
          isDisabled={isReadOnly}
          choices={AUTO_CONFIRM_TIMES.map((value) => ({ value, label: t(`autoConfirm.${value}`), help: t(`autoConfirmHelp.${value}`) }))}
        />
      </FormSection>
      <div role="status">
        {form.changed.length > 0 && (
          <Note>
            {outputHolds(form.changed).map((holds) => (
              <p key={holds}>{t(`holds.${holds}`)}</p>
            ))}
          </Note>
        )}
      </div>
    </SettingsFormView>
  )
}
