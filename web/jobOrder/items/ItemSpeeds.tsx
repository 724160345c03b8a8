import { KEYED } from '../keyed.ts'
import { useQuery } from 'urql'
import { numberProblem } from '#engine/fields/fieldRules.ts'
import { PERFORMANCE_BASES } from '#engine/jobOrder/orderCycle.ts'
import { DAY_MS, SECOND_MS } from '#engine/time/durations.ts'
import { JobOrderPlacesDocument, type OpenedItemQuery, SaveItemSpeedDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { Beside } from '#web/ui/form/FormLayout.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Items.module.css'
import { inputOfSpeed, NO_SPEED, type SpeedValues, unitsAMinute, valuesOfStandard } from './itemSpeed.view.ts'

type Item = OpenedItemQuery['item']
type ItemSpeedsProps = { readonly item: Item; readonly mayPlan: boolean; readonly onChanged: () => void }

/** In seconds: a unit may take a month. */
const CYCLE = { above: 0, max: (31 * DAY_MS) / SECOND_MS } as const
const QUANTITY = { above: 0, below: 1_000_000_000 } as const
const SCRAP = { min: 0, below: 100 } as const
/** Seconds are told to hundredths. */
const PLACES = 2

/** Returns how fast the product is made at each work center: what orders without a speed take over, and how fast it was really made. */
export function ItemSpeeds({ item, mayPlan, onChanged }: ItemSpeedsProps) {
  const { t } = useTexts('items')
  const format = useFormat()
  const { locale } = format
  const [places] = useQuery({ query: JobOrderPlacesDocument })
  const { run, isBusy } = useChange(SaveItemSpeedDocument, KEYED)
  const workCenters = places.data?.workCenters ?? []
  const nameOf = (id: number) => workCenters.find((place) => place.id === id)?.name ?? String(id)
  const form = useForm<SpeedValues>({
    initial: NO_SPEED,
    check: (values) => {
      const field = values.performanceBy === 'SPEED' ? 'targetSpeedQuantity' : 'planCycleTime'
      return [
        ...(values.workCenterId === '' ? [{ code: 'REQUIRED', field: 'workCenterId' }] : []),
        ...(values[field].trim() === '' ? [{ code: 'REQUIRED', field }] : []),
        ...[
          numberProblem(field, readNumber(values[field], locale), field === 'planCycleTime' ? CYCLE : QUANTITY),
          numberProblem('scrapPercent', readNumber(values.scrapPercent, locale), SCRAP),
        ].filter((problem) => problem !== null),
      ]
    },
    save: async (values) => {
      const { data, problems } = await run({
        itemId: item.id,
        workCenterId: Number(values.workCenterId),
        standard: inputOfSpeed(values, locale),
      })
      if (data === null) return problems
      form.reset(NO_SPEED)
      onChanged()
      return []
    },
  })
  const field = <Name extends keyof SpeedValues>(name: Name) => fieldOf(form, name, (problem) => problemText(t, problem))
  const choose = (workCenterId: string) => form.reset(valuesOfStandard(workCenterId, item.standards, locale))
  const speedText = (standard: Item['standards'][number]) => {
    const { idealCycleTime, performanceBy, scrapPercent } = standard
    return [
      performanceBy === 'SPEED'
        ? t('speed.units', { units: numberText(unitsAMinute(standard), locale, true) })
        : t('speed.seconds', { seconds: numberText(idealCycleTime, locale, true) }),
      ...(scrapPercent === null ? [] : [t('speed.scrapOf', { percent: numberText(scrapPercent, locale, true) })]),
    ].join(' · ')
  }
  if (item.standards.length === 0 && item.measuredSpeeds.length === 0 && !mayPlan) return null
  return (
    <section className={classes['section']} aria-labelledby="item-speeds">
      <h3 id="item-speeds">{t('speed.title')}</h3>
      {item.standards.length === 0 && <p className={classes['muted']}>{t('speed.none')}</p>}
      {item.standards.length > 0 && (
        <ul className={classes['list']}>
          {item.standards.map((standard) => (
            <li key={standard.workCenterId}>
              <span>
                {nameOf(standard.workCenterId)} · {speedText(standard)}
              </span>
              {mayPlan && (
                <ActionButton
                  isBusy={isBusy}
                  onClick={() => {
                    void run({ itemId: item.id, workCenterId: standard.workCenterId, standard: null }).then(onChanged)
                  }}
                >
                  {t('bom.remove')}
                  <span className="hidden-text"> {nameOf(standard.workCenterId)}</span>
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {item.measuredSpeeds.length > 0 && <Measured speeds={item.measuredSpeeds} nameOf={nameOf} />}
      {mayPlan && (
        <form noValidate className={classes['editor']} onSubmit={form.submit}>
          <Beside>
            <SelectField
              {...field('workCenterId')}
              label={t('speed.workCenter')}
              placeholder={t('speed.choose')}
              options={workCenters
                .filter(({ deviceStatus }) => deviceStatus !== 'ARCHIVE')
                .map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={choose}
            />
            <SelectField
              {...field('performanceBy')}
              label={t('speed.by')}
              options={PERFORMANCE_BASES.map((value) => ({ value, label: t(`speed.basis.${value}`) }))}
              onChange={(value) => form.set('performanceBy', value === 'SPEED' ? 'SPEED' : 'CYCLE_TIME')}
            />
          </Beside>
          <Beside>
            {form.values.performanceBy === 'SPEED' ? (
              <NumberField {...field('targetSpeedQuantity')} label={t('speed.quantity')} />
            ) : (
              <NumberField {...field('planCycleTime')} label={t('speed.cycle')} />
            )}
            <NumberField {...field('scrapPercent')} label={t('speed.scrap')} optional={t('speed.optional')} />
          </Beside>
          <div>
            <ActionButton isSubmit isBusy={form.isSaving}>
              {t('speed.save')}
            </ActionButton>
          </div>
        </form>
      )}
    </section>
  )
}

type MeasuredProps = { readonly speeds: Item['measuredSpeeds']; readonly nameOf: (workCenterId: number) => string }

/** How fast finished orders were made, work center by work center, with the newest of them. */
function Measured({ speeds, nameOf }: MeasuredProps) {
  const { t } = useTexts('items')
  const format = useFormat()
  const seconds = (value: number) => t('speed.seconds', { seconds: format.number(value, PLACES) })
  return (
    <div className={classes['section']}>
      <h4>{t('speed.measured')}</h4>
      {speeds.map(({ workCenterId, cycleTime, orders, newest }) => (
        <details key={workCenterId}>
          <summary>
            {nameOf(workCenterId)} · {seconds(cycleTime)} · {t('speed.orders', { count: orders })}
          </summary>
          <ul className={classes['list']}>
            {newest.map((order) => (
              <li key={order.closedOn}>
                <span>{format.dateTime(Date.parse(order.closedOn))}</span>
                <span className={classes['muted']}>
                  {seconds(order.cycleTime)} · {t('speed.made', { units: format.number(order.units) })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}
