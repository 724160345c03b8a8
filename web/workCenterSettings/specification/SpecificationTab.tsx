import { useRef } from 'react'
import { looksLikePhaseVoltage } from '#engine/energy/constantsHistory.ts'
import { SaveSpecificationDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Beside, FormSection, Note } from '#web/ui/form/FormLayout.tsx'
import { createFormat } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { SettingField } from '../frame/SettingField.tsx'
import { inputOf, type Stored } from '../frame/settingsFields.view.ts'
import { SettingsFormView } from '../frame/SettingsFormView.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { useLoadWorkCenter } from '../frame/useLoadWorkCenter.ts'
import { useSettingsForm } from '../frame/useSettingsForm.ts'
import { CalibrationCard } from './CalibrationCard.tsx'
import { PreviewCard } from './PreviewCard.tsx'
import {
  calibrationEffect,
  constantsToPreview,
  SPECIFICATION,
  specificationHolds,
  specificationOf,
  type SpecificationName,
} from './specification.view.ts'

/** Returns the electrical constants of a machine, its nominal power by hand or by measurement, and what a change would have done to the last day. */
export function SpecificationTab(props: SettingsTabProps) {
  const { workCenter, isReadOnly, refetch, onDirty, onErrors } = props
  const { t } = useTexts('specification')
  const { locale } = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const { run: save } = useChange(SaveSpecificationDocument)
  const load = useLoadWorkCenter(workCenter.deviceId, specificationOf)
  const form = useSettingsForm<SpecificationName>({
    fields: SPECIFICATION,
    current: specificationOf(workCenter),
    isReadOnly,
    onDirty,
    onErrors,
    load,
    save: async (changes, version) => {
      const { data, problems } = await save({ input: { id: workCenter.id, version, ...inputOf(changes) } })
      return { problems, version: data?.editBox.version ?? null }
    },
  })
  const { values, changed } = form
  const labelOf = (name: SpecificationName) => t(`field.${name}`)
  const valueText = (name: SpecificationName, value: Stored) =>
    name === 'launchDate' && typeof value === 'string' ? createFormat(locale, 'UTC').date(Date.parse(value)) : null
  const field = (name: SpecificationName, help?: string) => <SettingField form={form} name={name} label={labelOf(name)} help={help} />
  const constants = form.shown.length === 0 ? constantsToPreview(values, changed) : null
  const isRunning = workCenter.calibrationState === 'RUNNING'
  const effect = calibrationEffect(changed, { isRunning, isCalibrated: workCenter.isCalibrated })
  const isOdd = typeof values.voltage === 'number' && values.voltage > 0 && looksLikePhaseVoltage(values.voltage)
  const override = () => box.current?.querySelector<HTMLInputElement>('[name="nominalPower"]')?.focus()
  return (
    <div ref={box}>
      <SettingsFormView form={form} workCenterId={workCenter.id} labelOf={labelOf} valueText={valueText}>
        <FormSection title={t('section.power')} help={t('help.power')}>
          <Beside>
            {field('nominalPower', t('help.nominalPower'))}
            {field('idleLoadThreshold', t('help.idleLoadThreshold'))}
            {field('deadBandPercent', t('help.deadBandPercent'))}
          </Beside>
          <CalibrationCard workCenter={workCenter} isReadOnly={isReadOnly} refetch={refetch} onOverride={override} />
        </FormSection>
        <FormSection title={t('section.electrical')} help={t('help.electrical')}>
          <Beside>
            {field('voltage', t('help.voltage'))}
            {field('cosPhi', t('help.cosPhi'))}
            {field('transformerCode')}
            {field('transformationRationCode', t('help.ratio'))}
          </Beside>
          <div role="status">{isOdd && <Note isWarning>{t('warning.voltage')}</Note>}</div>
        </FormSection>
        <FormSection title={t('section.machine')}>
          <Beside>
            {field('serialNumber')}
            {field('launchDate')}
          </Beside>
        </FormSection>
        <div role="status">
          {(effect !== null || specificationHolds(form.stored, changed).length > 0) && (
            <Note isWarning={effect !== null}>
              {effect !== null && <p>{t(`effect.${effect}`)}</p>}
              {specificationHolds(form.stored, changed).map((holds) => (
                <p key={holds}>{t(`holds.${holds}`)}</p>
              ))}
            </Note>
          )}
        </div>
        {constants !== null && <PreviewCard workCenterId={workCenter.id} constants={constants} />}
      </SettingsFormView>
    </div>
  )
}
