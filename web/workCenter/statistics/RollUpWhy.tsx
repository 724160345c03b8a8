import { useMemo, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { type OeeFactor, type RollUpFieldsFragment, ShiftsBehindDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { WhyThisNumber } from '#web/parts/why/WhyThisNumber.tsx'
import { type Asked, noonOf } from './askedPeriod.view.ts'
import classes from './RollUpWhy.module.css'
import { type Explained, factorOf, type Formula, type FormulaPart, formulaOf } from './rollUp.view.ts'
import { FIGURES } from './figureKinds.ts'

type RollUpWhyProps = {
  readonly workCenterId: number
  readonly asked: Asked
  readonly details: RollUpFieldsFragment
  readonly figure: Explained
  readonly unit: string
  readonly onFollow: () => void
}

const OPERATORS = { MINUS: '−', DIVIDED_BY: '÷', TIMES: '×' } as const

/** Returns what a figure of the period is made of: its formula with the real sums, their terms, and the shifts behind, each with a ledger of its own. */
export function RollUpWhy({ workCenterId, asked, details, figure, unit, onFollow }: RollUpWhyProps) {
  const { t } = useTexts('statistics')
  const [shift, setShift] = useState<number | null>(null)
  const factor = factorOf(figure)
  const [shownFactor, setFactor] = useState<OeeFactor>(factor ?? 'OEE')
  if (shift !== null)
    return (
      <div className={classes['why']}>
        <ActionButton onClick={() => setShift(null)}>{t('behind.back')}</ActionButton>
        <WhyThisNumber
          workCenterId={workCenterId}
          shiftStart={shift}
          unit={unit}
          factor={shownFactor}
          onFactor={setFactor}
          onFollow={onFollow}
        />
      </div>
    )
  const formula = formulaOf(details, figure)
  return (
    <div className={classes['why']}>
      <p className={classes['meta']}>{t('figures.of', { count: details.stats.records })}</p>
      <FormulaText figure={figure} formula={formula} />
      <p className={classes['help']}>{t(`meaning.${figure}`)}</p>
      {formula.terms.length > 0 && <Terms formula={formula} />}
      <ShiftsBehind asked={asked} figure={figure} onShift={setShift} />
    </div>
  )
}

function FormulaText({ figure, formula }: { readonly figure: Explained; readonly formula: Formula }) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const write = ({ kind, value }: FormulaPart) => (kind === 'time' ? format.exactDuration(value) : format.number(value))
  const { result } = formula
  return (
    <div className={classes['formula']}>
      <p>
        {t(`figure.${figure}`)} = {t(`term.${formula.numerator.key}`)} ÷ {t(`term.${formula.denominator.key}`)}
      </p>
      <p className={classes['result']}>
        {write(formula.numerator)} ÷ {write(formula.denominator)} ={' '}
        <b>{result.kind === 'time' ? format.exactDuration(result.value) : format.percent(result.value)}</b>
      </p>
      {result.value === null && <p className={classes['meta']}>{t('why.undefined')}</p>}
    </div>
  )
}

function Terms({ formula }: { readonly formula: Formula }) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  return (
    <section>
      <h3>{t('why.from')}</h3>
      <dl className={classes['terms']}>
        {formula.terms.map((term) => (
          <div key={term.key}>
            <dt>
              {t(`term.${term.key}`)}
              {term.operator != null && (
                <span className={classes['meta']}>
                  = {term.parts.map((part) => t(`term.${part}`)).join(` ${OPERATORS[term.operator]} `)}
                </span>
              )}
            </dt>
            <dd>{format.exactDuration(term.value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type ShiftsBehindProps = { readonly asked: Asked; readonly figure: Explained; readonly onShift: (start: number) => void }

function ShiftsBehind({ asked, figure, onShift }: ShiftsBehindProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const [result, refetch] = useFreshQuery(
    ShiftsBehindDocument,
    useMemo(() => ({ filter: asked.filter }), [asked.filter]),
    { workCenterIds: asked.filter.workCenterIds ?? null, kinds: FIGURES, period: asked.window },
  )
  const found = result.data?.oeeStatisticsDetails
  if (result.error && !found) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
  if (!found) return null
  type Record = (typeof found.records)[number]
  const failures = ({ failureCount: count, failureDuration }: Record) =>
    count === 0 && failureDuration === 0
      ? t('figures.failures', { count })
      : `${t('figures.failures', { count })}, ${format.exactDuration(failureDuration * 1000)}`
  const values: { readonly [figure in Explained]: (record: Record) => string } = {
    OEE: ({ oee }) => format.percentOf(oee?.exactValue, 1),
    AVAILABILITY: ({ availability }) => format.percentOf(availability?.exactValue, 1),
    PERFORMANCE: ({ performance }) => format.percentOf(performance?.exactValue, 1),
    QUALITY: ({ quality }) => format.percentOf(quality?.exactValue, 1),
    MTBF: failures,
    MTTR: failures,
    SETUP_RATE: ({ setupDuration }) => format.exactDuration(setupDuration * 1000),
    DATA_COVERAGE: ({ duration, noDataDuration }) => format.percent(duration === 0 ? null : (duration - noDataDuration) / duration),
  }
  return (
    <section>
      <h3>{t('behind.title', { count: found.recordsCount })}</h3>
      <ul className={classes['shifts']}>
        {found.records.map((record) => (
          <li key={record.shiftStart}>
            <button type="button" onClick={() => onShift(Date.parse(record.shiftStart))}>
              <span>
                {format.date(noonOf(record.shiftDate, format.timeZone))} · {record.shift.name}
                {record.isProvisional && ` · ${t('shifts.soFar')}`}
              </span>
              <span className={classes['value']}>{values[figure](record)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.recordsCount > found.records.length && (
        <p className={classes['meta']}>{t('why.unlisted', { count: found.recordsCount - found.records.length })}</p>
      )}
    </section>
  )
}
