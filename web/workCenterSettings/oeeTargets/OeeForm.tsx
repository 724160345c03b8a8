import { Link } from '@tanstack/react-router'
import { bandOf, EFFICIENCY_BANDS } from '#engine/oee/band.ts'
import type { OeeSettingsOfQuery } from '#web/api/generated/graphql.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { Beside, FormSection, Note } from '#web/ui/form/FormLayout.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { SettingField } from '../frame/SettingField.tsx'
import { SettingsFormView } from '../frame/SettingsFormView.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { targetProduct } from './oee.view.ts'
import classes from './oeeTargets.module.css'
import { useOeeForm } from './useOeeForm.ts'

const FACTORS = [
  { flag: 'calculateAvailability', target: 'targetAvailability' },
  { flag: 'calculatePerformance', target: 'targetPerformance' },
  { flag: 'calculateQuality', target: 'targetQuality' },
] as const
const PERIODS = ['HOUR', 'SHIFT', 'DAY'] as const

/** Returns the form of the OEE tab, with the effect of each change and when it applies. */
export function OeeForm(props: SettingsTabProps & { readonly loaded: OeeSettingsOfQuery }) {
  const { workCenter, loaded, isReadOnly } = props
  const { t } = useTexts('oeeTargets')
  const format = useFormat()
  const unitName = useUnitName()
  const form = useOeeForm(props)
  const unit = unitName(loaded.oeeSettings.targetOutputMeasurementUnit)
  const labelOf = (name: Parameters<typeof form.text>[0]) => t(`field.${name}`, { unit })
  const product = targetProduct(form.values)
  const { changed } = form
  const isRecalculated = changed.includes('targetSpeed') || changed.includes('calculatePerformance')
  const basis = loaded.outputSettings.targetOutputCalculationType
  const percent = (name: 'targetAvailability' | 'targetPerformance' | 'targetQuality' | 'targetOee') => (
    <SettingField form={form} name={name} label={labelOf(name)} help={<BandOf value={form.values[name]} />} />
  )
  const valueText = (name: Parameters<typeof form.text>[0], value: unknown) => {
    const period = PERIODS.find((one) => one === value)
    return name === 'targetOutputPeriod' && period !== undefined ? t(`period.${period}`) : null
  }
  return (
    <SettingsFormView form={form} workCenterId={workCenter.id} labelOf={labelOf} valueText={valueText}>
      <FormSection title={t('section.factors')} help={t('help.factors')}>
        {FACTORS.map(({ flag }) => (
          <SettingField key={flag} form={form} name={flag} label={labelOf(flag)} help={t(`help.${flag}`)} />
        ))}
      </FormSection>
      <FormSection title={t('section.targets')} help={<BandLegend />}>
        <Beside>
          {FACTORS.map(({ target }) => (
            <div key={target}>{percent(target)}</div>
          ))}
          {percent('targetOee')}
        </Beside>
        {product !== null && <p>{t('product', { value: format.percentOf(product, 1) })}</p>}
      </FormSection>
      <FormSection title={t('section.speed')} help={t('help.targetSpeed')}>
        <Beside>
          <SettingField form={form} name="targetSpeed" label={labelOf('targetSpeed')} />
        </Beside>
      </FormSection>
      <FormSection title={t('section.output')} help={t('help.targetOutput')}>
        <Beside>
          <SettingField form={form} name="targetOutput" label={labelOf('targetOutput')} />
          <SelectField
            {...form.text('targetOutputPeriod')}
            label={labelOf('targetOutputPeriod')}
            isDisabled={isReadOnly}
            options={[{ value: '', label: t('period.none') }, ...PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))]}
          />
        </Beside>
        <Note isWarning={basis !== 'BY_WORK_CENTER_CYCLE_TIME' && form.values.targetOutput !== null}>
          <p>{t(`basis.${basis}`)}</p>
          <Link from="/boxes/$deviceId/settings" to="." search={{ tab: 'output' }}>
            {t('toOutput')}
          </Link>
        </Note>
      </FormSection>
      <div role="status">{changed.length > 0 && <Note>{t(isRecalculated ? 'holds.recalculated' : 'holds.atOnce')}</Note>}</div>
    </SettingsFormView>
  )
}

function BandOf({ value }: { readonly value: unknown }) {
  const { t } = useTexts('oeeTargets')
  const band = bandOf(typeof value === 'number' && value >= 0 && value <= 100 ? value : null)
  return band === null ? t('noTarget') : <BandWord band={band} />
}

function BandLegend() {
  return (
    <span className={classes['bands']}>
      {EFFICIENCY_BANDS.map((band) => (
        <BandWord key={band} band={band} />
      ))}
    </span>
  )
}

function BandWord({ band }: { readonly band: (typeof EFFICIENCY_BANDS)[number] }) {
  const { t } = useTexts('oeeTargets')
  return (
    <span className={classes['band']}>
      <BandIcon band={band} /> {t(`band.${band}`)}
    </span>
  )
}
