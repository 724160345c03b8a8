import { useMemo, useState, type ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import type { RecordKind } from '#engine/event/recordsChange.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { LostAndConfirmedDocument, OeeDetailsOfShiftDocument, type OeeFactor } from '#web/api/generated/graphql.ts'
import { useOneUnit } from '#web/parts/useUnitName.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { WhyChange } from './WhyChange.tsx'
import { WhyIntervals } from './WhyIntervals.tsx'
import { WhyLost } from './WhyLost.tsx'
import { WhySegments } from './WhySegments.tsx'
import { WhyShift } from './WhyShift.tsx'
import classes from './WhyThisNumber.module.css'
import { WhyWaterfall } from './WhyWaterfall.tsx'
import { type Details, explain, hasSeveralPrices, lostBehind, shiftOf, type Term } from './why.view.ts'

/** The figures of a shift in progress grow with its time and its output, without any record being closed. */
const RUNNING_MS = 15_000
const OF_SHIFT: readonly RecordKind[] = ['loss', 'output', 'shift', 'workCenter']
const FACTORS: readonly OeeFactor[] = ['OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY']

export type WhyThisNumberProps = {
  readonly workCenterId: number
  /** UTC ms at which the shift of the shown figures began; null = the newest one. */
  readonly shiftStart: number | null
  readonly unit: string
  readonly factor: OeeFactor
  readonly onFactor: (factor: OeeFactor) => void
  /** A link to a segment was followed. */
  readonly onFollow: () => void
}

/** Returns the ledger of the shift's figures (U-4): each formula with its real terms, the intervals behind them and the settings used. */
export function WhyThisNumber({ workCenterId, shiftStart, unit, factor, onFactor, onFollow }: WhyThisNumberProps) {
  const { t } = useCommonTexts()
  const variables = useMemo(
    () => ({ workCenterId, shiftStart: shiftStart === null ? null : new Date(shiftStart).toISOString() }),
    [workCenterId, shiftStart],
  )
  const [known, setKnown] = useState<Details | null>(null)
  const [result, refetch] = useFreshQuery(
    OeeDetailsOfShiftDocument,
    variables,
    // Which time the newest shift is, is known with the answer.
    { workCenterIds: [workCenterId], kinds: OF_SHIFT, period: known && shiftStart !== null ? periodOf(known) : null },
    { everyMs: known === null || isRunning(known) ? RUNNING_MS : null },
  )
  const details = result.data?.oeeDetails
  if (details && details !== known) setKnown(details)
  const isSlow = useDelayed(result.fetching && details === undefined)
  return (
    <div className={classes['why']}>
      <ChoiceGroup
        label={t('why.title')}
        isLabelHidden
        value={factor}
        choices={FACTORS.map((value) => ({ value, label: t(`why.factor.${value}`) }))}
        onChange={onFactor}
      />
      {result.error && !details && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {isSlow && <p role="status">{t('state.loading')}</p>}
      {details === null && !result.error && <p>{t('why.none')}</p>}
      {details && <Explanation details={details} factor={factor} unit={unit} onFollow={onFollow} />}
    </div>
  )
}

function periodOf({ timeStart, timeEnd }: Details): { readonly from: number; readonly to: number } {
  return { from: Date.parse(timeStart), to: Date.parse(timeEnd) }
}

function isRunning({ timeEnd }: Details): boolean {
  return serverNow() < Date.parse(timeEnd)
}

type ExplanationProps = { readonly details: Details } & Pick<WhyThisNumberProps, 'factor' | 'unit' | 'onFollow'>

function Explanation({ details, factor, unit, onFollow }: ExplanationProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const oneUnit = useOneUnit()
  const { formula, numerator, denominator, parts } = explain(details, factor)
  const { workCenterId, timeStart: from, timeEnd: to } = details
  const [lost] = useFreshQuery(
    LostAndConfirmedDocument,
    useMemo(() => ({ workCenterId, from, to }), [workCenterId, from, to]),
    { workCenterIds: [workCenterId], kinds: OF_SHIFT, period: periodOf(details) },
    { everyMs: isRunning(details) ? RUNNING_MS : null },
  )
  const isKnown = formula?.value != null
  const window = { start: Date.parse(details.timeStart), end: Date.parse(details.asOf) }
  const shift = { start: window.start, end: Date.parse(details.timeEnd) }
  const intervalsOf = (term: Term) => (
    <>
      <WhyIntervals term={term} window={window} shift={shift} onFollow={onFollow} />
      <WhyLost lost={lostBehind(term, lost.data) ?? []} unit={unit} />
      <WhySegments term={term} unit={unit} shift={shift} onFollow={onFollow} />
    </>
  )
  return (
    <>
      <WhyShift details={details} shift={shiftOf(details, lost.data)} />
      {formula && numerator && denominator && (
        <div className={classes['formula']}>
          <p>
            {t(`why.factor.${factor}`)} = {t(`term.${numerator.key}`)} ÷ {t(`term.${denominator.key}`)}
          </p>
          <p className={classes['result']}>
            <TermValue term={numerator} unit={unit} /> ÷ <TermValue term={denominator} unit={unit} /> ={' '}
            <b>{format.percent(formula.value)}</b>
          </p>
          {!formula.isEnabled && <p className={classes['meta']}>{t('why.disabled')}</p>}
          {formula.isEnabled && !isKnown && <p className={classes['meta']}>{t('why.undefined')}</p>}
        </div>
      )}
      {details.issues.length > 0 && (
        <section>
          <h3>{t('why.issues')}</h3>
          <ul className={classes['issues']}>
            {details.issues.map((issue) => (
              <li key={issue}>
                <Icon name="alert" size={16} /> {t(`issue.${issue}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {factor === 'OEE' && <WhyWaterfall details={details} intervalsOf={intervalsOf} />}
      {factor === 'OEE' && <WhyChange details={details} />}
      <section>
        <h3>{t('why.from')}</h3>
        <dl className={classes['terms']}>
          {parts.map((term) => (
            <WhyTerm key={term.key} term={term} value={<TermValue term={term} unit={unit} />} intervals={intervalsOf(term)} />
          ))}
        </dl>
      </section>
      {details.settings.length > 0 && (
        <section>
          <h3>{t('why.settings')}</h3>
          <dl className={classes['settings']}>
            {details.settings.map((setting) => (
              <div key={setting.key}>
                <dt>{t(`setting.${setting.key}`)}</dt>
                <dd>{settingText(setting)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )

  function settingText({ value, unit: settingUnit }: Details['settings'][number]): string {
    if (value == null) return hasSeveralPrices(details) ? t('why.severalPrices') : t('state.notInOee')
    if (settingUnit === 'ms') return t('why.perUnit', { value: format.cycle(Number(value)), unit: oneUnit(unit) })
    return t(`setting.value.${value}`)
  }
}

function TermValue({ term, unit }: { readonly term: Term; readonly unit: string }) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const oneUnit = useOneUnit()
  switch (term.unit) {
    case 'MS':
      return format.exactDuration(term.value)
    case 'UNITS':
      return `${format.number(term.value)} ${unit}`
    case 'RATIO':
      return format.percent(term.value)
    case 'MS_PER_UNIT':
      return t('why.perUnit', { value: format.cycle(term.value), unit: oneUnit(unit) })
  }
}

const OPERATORS: Record<NonNullable<Term['operator']>, string> = { MINUS: '−', DIVIDED_BY: '÷', TIMES: '×' }

/** Returns one term of the ledger: its value, its parts, and on demand the intervals behind it. */
function WhyTerm({ term, value, intervals }: { readonly term: Term; readonly value: ReactNode; readonly intervals: ReactNode }) {
  const { t } = useCommonTexts()
  const parts = term.parts.map((part) => t(`term.${part.key}`)).join(` ${term.operator == null ? '+' : OPERATORS[term.operator]} `)
  return (
    <div className={classes['term']}>
      <dt>
        {t(`term.${term.key}`)}
        {parts !== '' && <span className={classes['meta']}>= {parts}</span>}
      </dt>
      <dd className={classes['value']}>{value}</dd>
      {intervals}
    </div>
  )
}
