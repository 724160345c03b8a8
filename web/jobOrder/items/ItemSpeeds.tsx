import { useQuery } from 'urql'
import { numberProblem } from '#engine/fields/fieldRules.ts'
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

type ItemSpeedsProps = { readonly item: OpenedItemQuery['item']; readonly mayPlan: boolean; readonly onChanged: () => void }

const EMPTY = { workCenterId: '', planCycleTime: '' }
/** In seconds: a unit may take a month. */
const CYCLE = { above: 0, max: (31 * DAY_MS) / SECOND_MS } as const

/** Returns how fast the product is made at each work center: what orders without a speed take over. */
export function ItemSpeeds({ item, mayPlan, onChanged }: ItemSpeedsProps) {
  const { t } = useTexts('items')
  const format = useFormat()
  const [places] = useQuery({ query: JobOrderPlacesDocument })
  const { run, isBusy } = useChange(SaveItemSpeedDocument)
  const workCenters = places.data?.workCenters ?? []
  const nameOf = (id: number) => workCenters.find((place) => place.id === id)?.name ?? String(id)
  const cycleOf = (text: string) => readNumber(text, format.locale)
  const form = useForm({
    initial: EMPTY,
    check: ({ workCenterId, planCycleTime }) => [
      ...(workCenterId === '' ? [{ code: 'REQUIRED', field: 'workCenterId' }] : []),
      ...(planCycleTime.trim() === '' ? [{ code: 'REQUIRED', field: 'planCycleTime' }] : []),
      ...[numberProblem('planCycleTime', cycleOf(planCycleTime), CYCLE)].filter((problem) => problem !== null),
    ],
    save: async ({ workCenterId, planCycleTime }) => {
      const standard = { performanceBy: 'CYCLE_TIME' as const, planCycleTime: cycleOf(planCycleTime) }
      const { data, problems } = await run({ itemId: item.id, workCenterId: Number(workCenterId), standard })
      if (data === null) return problems
      form.reset(EMPTY)
      onChanged()
      return []
    },
  })
  const field = <Name extends keyof typeof EMPTY>(name: Name) => fieldOf(form, name, (problem) => problemText(t, problem))
  if (item.standards.length === 0 && !mayPlan) return null
  return (
    <section className={classes['section']} aria-labelledby="item-speeds">
      <h3 id="item-speeds">{t('speed.title')}</h3>
      {item.standards.length === 0 && <p className={classes['muted']}>{t('speed.none')}</p>}
      {item.standards.length > 0 && (
        <ul className={classes['list']}>
          {item.standards.map(({ workCenterId, idealCycleTime }) => (
            <li key={workCenterId}>
              <span>
                {nameOf(workCenterId)} · {t('speed.seconds', { seconds: numberText(idealCycleTime, format.locale, true) })}
              </span>
              {mayPlan && (
                <ActionButton
                  isBusy={isBusy}
                  onClick={() => {
                    void run({ itemId: item.id, workCenterId, standard: null }).then(onChanged)
                  }}
                >
                  {t('bom.remove')}
                  <span className="hidden-text"> {nameOf(workCenterId)}</span>
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      )}
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
            />
            <NumberField {...field('planCycleTime')} label={t('speed.cycle')} />
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
