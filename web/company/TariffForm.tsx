import { useState } from 'react'
import { DAY_MS } from '#engine/time/durations.ts'
import { SaveEnergyTariffDocument, type TariffFiguresFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { ComboField } from '#web/parts/field/ComboField.tsx'
import { DateField } from '#web/parts/field/DateField.tsx'
import { dayAt } from '#web/parts/period/zoneDay.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { Beside } from '#web/ui/form/FormLayout.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useEditedLines } from '#web/ui/form/useEditedLines.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { ToggleGroup } from '#web/ui/ToggleGroup.tsx'
import { BEGINNINGS, ENDS, problemsOfTariff, tariffInput, tariffValues, WEEKDAYS, zoneValues } from './energyTariff.view.ts'
import classes from './EnergyTariffs.module.css'

const beginnings = BEGINNINGS.map((time) => ({ value: time, label: time }))
const ends = ENDS.map((time) => ({ value: time, label: time }))

type TariffFormProps = {
  /** Null for a new one. */
  readonly tariff: TariffFiguresFragment | null
  readonly currency: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Returns a tariff as a form: from when on, its price, and hours with a price of their own. */
export function TariffForm({ tariff, currency, onSaved, onClose }: TariffFormProps) {
  const { t } = useTexts('company')
  const { locale, timeZone } = useFormat()
  const { run: save } = useChange(SaveEnergyTariffDocument)
  const [values, setValues] = useState(() => tariffValues(tariff, { today: dateIn(timeZone), currency }, locale))
  const edited = useEditedLines({
    start: () => zoneValues(tariff, locale),
    list: 'zones',
    problemsOf: (zones) => problemsOfTariff(values, zones, locale),
    inputOf: (zones) => tariffInput(values, zones, locale),
    save: async (input) => (await save({ input })).problems,
    onSaved,
  })
  const errorOf = (field: string) => {
    const problem = edited.problemOf(field)
    return problem === null ? null : problemText(t, problem)
  }
  const set = (next: Partial<typeof values>) => setValues((before) => ({ ...before, ...next }))
  return (
    <form noValidate className={classes['form']} onSubmit={(event) => void edited.submit(event)}>
      {/* A stored tariff keeps its date: with another it would be another tariff beside it. */}
      <DateField
        name="validFrom"
        label={t('tariff.validFrom')}
        value={values.validFrom}
        isReadOnly={tariff !== null}
        error={errorOf('validFrom')}
        onChange={(validFrom) => set({ validFrom })}
      />
      <Beside>
        <NumberField
          name="pricePerKwh"
          label={t('tariff.pricePerKwh')}
          value={values.price}
          error={errorOf('pricePerKwh')}
          onChange={(price) => set({ price })}
        />
        <TextField
          name="currency"
          label={t('tariff.currency')}
          value={values.currency}
          maxLength={3}
          error={errorOf('currency')}
          onChange={(next) => set({ currency: next.toUpperCase() })}
        />
      </Beside>
      {edited.lines.map((line, index) => {
        const at = `zones.${index}`
        return (
          <fieldset key={line.key} className={classes['line']}>
            <legend>{t('tariff.zone', { number: index + 1 })}</legend>
            <TextField
              name={`${at}.name`}
              label={t('tariff.name')}
              value={line.name}
              error={errorOf(`${at}.name`)}
              onChange={(name) => edited.change(line.key, { name })}
            />
            <ToggleGroup
              label={t('tariff.days')}
              values={WEEKDAYS}
              chosen={line.days}
              textOf={(day) => t(`tariff.day.${day}`)}
              onChange={(days) => edited.change(line.key, { days })}
            />
            {errorOf(`${at}.days`) !== null && <Alert className={classes['problem']}>{errorOf(`${at}.days`)}</Alert>}
            <Beside>
              <ComboField
                name={`${at}.from`}
                label={t('tariff.begins')}
                value={line.from}
                options={beginnings}
                error={errorOf(`${at}.from`)}
                onChange={(from) => edited.change(line.key, { from })}
              />
              <ComboField
                name={`${at}.to`}
                label={t('tariff.ends')}
                value={line.to}
                options={ends}
                error={errorOf(`${at}.to`)}
                onChange={(to) => edited.change(line.key, { to })}
              />
            </Beside>
            <NumberField
              name={`${at}.pricePerKwh`}
              label={t('tariff.pricePerKwh')}
              value={line.price}
              error={errorOf(`${at}.pricePerKwh`)}
              onChange={(price) => edited.change(line.key, { price })}
            />
            <div>
              <ActionButton onClick={() => edited.remove(line.key)}>
                {t('tariff.removeZone')}
                <span className="hidden-text"> {line.name || t('tariff.zone', { number: index + 1 })}</span>
              </ActionButton>
            </div>
          </fieldset>
        )
      })}
      <div>
        <ActionButton
          onClick={() => edited.add((key) => ({ key, name: '', days: WEEKDAYS.slice(0, 5), from: '06:00', to: '22:00', price: '' }))}
        >
          {t('tariff.addZone')}
        </ActionButton>
      </div>
      {edited.others
        .filter(({ field }) => field !== 'pricePerKwh' && field !== 'validFrom' && field !== 'currency')
        .map((problem) => (
          <Alert key={problem.code} className={classes['problem']}>
            {problemText(t, problem)}
          </Alert>
        ))}
      <p className={classes['muted']}>{t('tariff.effect')}</p>
      <div className={classes['acts']}>
        <ActionButton onClick={onClose}>{t('tariff.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={edited.isSaving}>
          {t('save')}
        </ActionButton>
      </div>
    </form>
  )
}

function dateIn(timeZone: string): string {
  return new Date(dayAt(timeZone, serverNow()) * DAY_MS).toISOString().slice(0, 10)
}
