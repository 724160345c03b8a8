import { useTexts } from '#web/texts/useTexts.ts'
import { StylePatterns } from '#web/parts/timeline/StylePattern.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import type { ListedCard } from '../list/listedCard.ts'
import { COMPARED_RANGES, type ComparedRange, MOST_COMPARED } from '../list/listSearch.view.ts'
import { useOpenInPage } from '../list/useOpenInPage.ts'
import { CommonStrips } from './CommonStrips.tsx'
import { ComparedColumn } from './ComparedColumn.tsx'
import { MEASURES, comparedPeriod, comparedShift, rankingsOf, scaleOf } from './compare.view.ts'
import classes from './CompareView.module.css'
import { useLives } from './useLives.ts'
import { usePeriodFigures } from './usePeriodFigures.ts'

type CompareViewProps = {
  readonly ids: readonly number[]
  readonly workCenters: readonly ListedCard[]
  readonly range: ComparedRange
  readonly onChange: (ids: readonly number[]) => void
  readonly onRange: (range: ComparedRange) => void
  readonly onClose: () => void
}

/**
 * Returns up to three work centers side by side on the same scales (spec 001 §2): figures, output and stops of the running shift, live, with their
 * shifts on one time axis, or of a longer time.
 */
export default function CompareView({ ids, workCenters, range, onChange, onRange, onClose }: CompareViewProps) {
  const { t } = useTexts('compare')
  const { t: tPeriod } = useTexts('period')
  const format = useFormat()
  const openInPage = useOpenInPage()
  const compared = ids.flatMap((id) => workCenters.find((one) => one.id === id) ?? [])
  const lives = useLives(compared.map(({ id }) => id))
  const ofPeriod = usePeriodFigures(
    compared.map(({ id }) => id),
    range,
  )
  const figures = ofPeriod === null ? lives.map(comparedShift) : (ofPeriod.figures ?? compared.map(() => comparedPeriod(undefined)))
  const scale = scaleOf(figures.flatMap((one) => MEASURES.map((measure) => one[measure])))
  const ranking = MEASURES.map((measure) => rankingsOf(figures.map((one) => one[measure])))
  const others = workCenters.filter(({ id }) => !ids.includes(id)).toSorted((left, right) => format.compare(left.name, right.name))
  usePageTitle(t('title'))
  return (
    // The links open inside the page; one listener for all of them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={classes['page']} onClick={openInPage}>
      <div className={classes['head']}>
        <ActionButton onClick={onClose}>
          <Icon name="back" size={18} /> {t('back')}
        </ActionButton>
        <PageHeading>{t('title')}</PageHeading>
        <label className={classes['range']}>
          <span>{tPeriod('period')}</span>
          <select
            value={range}
            onChange={({ currentTarget }) => onRange(COMPARED_RANGES.find((one) => one === currentTarget.value) ?? range)}
          >
            {COMPARED_RANGES.map((one) => (
              <option key={one} value={one}>
                {tPeriod(`range.${one}`)}
              </option>
            ))}
          </select>
        </label>
        {ids.length < MOST_COMPARED && others.length > 0 && (
          <label className={classes['add']}>
            <span>{t('add')}</span>
            <select value="" onChange={(event) => onChange([...ids, Number(event.currentTarget.value)])}>
              <option value="" disabled>
                {t('choose')}
              </option>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <StylePatterns />
      {compared.length === 0 ? (
        <EmptyState title={t('boxes.notFound')} text={t('gone')}>
          <ActionButton onClick={onClose}>{t('back')}</ActionButton>
        </EmptyState>
      ) : (
        <>
          {compared.length < ids.length && <p className={classes['note']}>{t('someGone')}</p>}
          {ofPeriod !== null && (
            <p className={classes['note']} role="status">
              {ofPeriod.figures === null && !ofPeriod.isFailed
                ? t('state.loading')
                : [
                    `${format.dayMonth(ofPeriod.period.from)}–${format.dayMonth(ofPeriod.period.to - 1)}`,
                    ...(ofPeriod.isProvisional ? [t('running')] : []),
                  ].join(' · ')}
            </p>
          )}
          {ofPeriod?.isFailed === true && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={ofPeriod.refetch} />}
          <div className={classes['columns']} data-count={compared.length}>
            {compared.map((workCenter, index) => (
              <ComparedColumn
                key={workCenter.id}
                workCenter={workCenter}
                live={lives[index]}
                figures={figures[index] ?? comparedPeriod(undefined)}
                period={ofPeriod?.period ?? null}
                scale={scale}
                ranking={ranking.map((rows) => rows[index] ?? { isBest: false, behind: null })}
                onRemove={compared.length > 1 ? () => onChange(ids.filter((id) => id !== workCenter.id)) : null}
              />
            ))}
          </div>
          {ofPeriod === null && <CommonStrips workCenters={compared} lives={lives} />}
        </>
      )}
    </div>
  )
}
