import { useId } from 'react'
import { mayAcceptRows } from '#engine/loss/mayEditReasons.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  AcceptSuggestedTrackingRowDocument,
  SuggestedTrackingRowsDocument,
  type SuggestedTrackingRowsQuery,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './SuggestedRows.module.css'

type Suggested = SuggestedTrackingRowsQuery['suggestedTrackingRows'][number]

const NO_VARIABLES = {}

/** Returns the tracking rules that people's own answers suggest, each made with one press; nothing where there are none. */
export function SuggestedRows() {
  const { t } = useTexts('lossReason')
  const id = useId()
  const mayAccept = mayAcceptRows(useViewer())
  const [{ data }, ask] = useFreshQuery(SuggestedTrackingRowsDocument, NO_VARIABLES, {
    workCenterIds: null,
    kinds: ['settings', 'company'],
  })
  const accept = useChange(AcceptSuggestedTrackingRowDocument)
  const rows = data?.suggestedTrackingRows ?? []
  if (rows.length === 0) return null
  const make = async (row: Suggested) => {
    const { data: made, problems } = await accept.run({ id: row.id })
    showToast(
      made === null ? problems.map((one) => problemText(t, one)).join('. ') : t('suggested.made', { reason: row.reason?.name ?? '' }),
    )
    ask()
  }
  return (
    <section className={classes['suggested']} aria-labelledby={id}>
      <h2 id={id}>{t('suggested.title')}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <div className={classes['text']}>
              <Sentence row={row} />
            </div>
            {mayAccept && (
              <ActionButton isBusy={accept.sent?.id === row.id} onClick={() => void make(row)}>
                {t('suggested.make')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sentence({ row }: { readonly row: Suggested }) {
  const { t } = useTexts('lossReason')
  const format = useFormat()
  const [from, to] = [format.duration(row.durationFrom * 1000), format.duration((row.durationTo ?? 0) * 1000)]
  const lengths =
    row.durationTo == null
      ? t('suggested.from', { from })
      : row.durationFrom === 0
        ? t('suggested.under', { to })
        : t('suggested.between', { from, to })
  const place = row.workCenter?.name ?? t('suggested.group', { group: row.groupName ?? '', count: row.workCenterIds.length })
  return (
    <>
      <p>
        <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden focusable={false}>
          <rect width={14} height={14} rx={4} fill={row.reason?.color} />
        </svg>{' '}
        <b>{row.reason?.name}</b> · {place} · {row.statusName ?? t('suggested.noStatus')} · {lengths}
      </p>
      <p className={classes['meta']}>
        {t('suggested.said', { same: row.sameCount, count: row.saidCount })}{' '}
        {t('suggested.would', { would: row.wouldCount, of: row.ofCount, count: row.differCount })}
      </p>
    </>
  )
}
