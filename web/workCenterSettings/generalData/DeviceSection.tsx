import { useTexts } from '#web/texts/useTexts.ts'
import { Beside, FormSection, Note } from '#web/ui/form/FormLayout.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { SettingField } from '../frame/SettingField.tsx'
import type { SettingsForm } from '../frame/useSettingsForm.ts'
import { isOfDevice, type GeneralName } from './general.view.ts'
import type { GeneralWords } from './useGeneralWords.ts'

type DeviceSectionProps = {
  readonly form: SettingsForm<GeneralName>
  readonly words: GeneralWords
  /** As it is printed on the device; null for a work center without one. */
  readonly code: string | null
  readonly isReadOnly: boolean
}

/** Returns the reporting settings of the device. The time that a sample holds affects the past, as shown before saving (domain.md S-6). */
export function DeviceSection({ form, words, code, isReadOnly }: DeviceSectionProps) {
  const { t } = useTexts('generalData')
  if (code === null) return null
  const isHeldAnew = form.changed.some((name) => name !== 'acceptDaysBack' && isOfDevice(name))
  return (
    <FormSection title={t('section.device')} help={t('deviceCode', { code })}>
      <Beside>
        <SelectField
          {...form.text('reportMode')}
          label={words.labelOf('reportMode')}
          options={words.reportModes}
          isDisabled={isReadOnly}
          help={words.helpOfReporting(form.values.reportMode, form.values.nominalPeriodMs)}
        />
        <SettingField form={form} name="nominalPeriodMs" label={words.labelOf('nominalPeriodMs')} help={t('help.nominalPeriodMs')} />
        <SettingField form={form} name="acceptDaysBack" label={words.labelOf('acceptDaysBack')} help={t('help.acceptDaysBack')} />
      </Beside>
      <div role="status">{isHeldAnew && <Note>{t('heldAnew')}</Note>}</div>
    </FormSection>
  )
}
