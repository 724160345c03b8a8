import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './preview.module.css'
import { bandsOf, edgesOf } from './ruleEdges.view.ts'
import { type Channel, decimalText, type RuleDraft } from './ruleDraft.view.ts'
import { NEAR_MARGIN, NEAR_SHARE, shareNear, shareOf, type SignalLine, type Total } from './signalShape.view.ts'

type PreviewNotesProps = {
  readonly drafts: readonly RuleDraft[]
  readonly channel: Channel
  readonly line: SignalLine | undefined
  readonly unit: string
  readonly totals: readonly Total[]
  readonly rangeText: string
}

/** Returns notes on the ranges: overlaps, time without a rule, and bounds in values that the signal visits often (U-6). */
export function PreviewNotes({ drafts, channel, line, unit, totals, rangeText }: PreviewNotesProps) {
  const { t } = useTexts('statuses')
  const format = useFormat()
  const { overlaps } = bandsOf(drafts, channel, Infinity)
  const gap = shareOf(totals, 'UNDEFINED')
  const near = edgesOf(drafts, channel).flatMap(({ value }) => {
    const share = shareNear(line, value, value * NEAR_MARGIN)
    return share >= NEAR_SHARE ? [{ value, share }] : []
  })
  if (overlaps.length === 0 && gap === 0 && near.length === 0) return null
  return (
    <ul className={classes['notes']}>
      {overlaps.map(({ names }) => (
        <li key={names.join(' ')} data-wrong>
          <Icon name="alert" size={18} />
          {t('note.overlap', { name: names[0], other: names[1] })}
        </li>
      ))}
      {gap > 0 && (
        <li>
          <Icon name="question" size={18} />
          {t('note.gap', { share: format.percent(gap, gap < 0.1 ? 1 : 0), range: rangeText })}
        </li>
      )}
      {near.map(({ value, share }) => (
        <li key={value}>
          <Icon name="alert" size={18} />
          {t('note.near', { value: decimalText(value), unit, share: format.percent(share, 0) })}
        </li>
      ))}
    </ul>
  )
}
