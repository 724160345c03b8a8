import type { KeptLossFragment, OpenedShiftFragment } from '#web/api/generated/graphql.ts'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Table } from '#web/ui/Table.tsx'
import classes from './ShiftReport.module.css'

type Revision = OpenedShiftFragment['revisions'][number]
type Term = NonNullable<Revision['changes']>['terms'][number]

/** Returns the confirmations of the shift, the newest first: by whom, with which issues, and of each later one what it says differently and why. */
export function ShiftRevisions({ shift, unit }: { readonly shift: OpenedShiftFragment; readonly unit: string }) {
  const { t } = useTexts('shift')
  if (shift.revisions.length === 0) return null
  return (
    <section className={classes['revisions']} aria-label={t('revisions.title')}>
      <h2>{t(shift.revisions.length > 1 ? 'revisions.restated' : 'revisions.title')}</h2>
      <ol>
        {shift.revisions.toReversed().map((one, index) => (
          <li key={one.revision}>
            <OneRevision
              one={one}
              reopened={shift.revisions.find(({ revision }) => revision === one.revision - 1) ?? null}
              unit={unit}
              isNewest={index === 0}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

type OneProps = { readonly one: Revision; readonly reopened: Revision | null; readonly unit: string; readonly isNewest: boolean }

function OneRevision({ one, reopened, unit, isNewest }: OneProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const percent = (value: number | null | undefined) => format.percentOf(value, 1)
  // Without a reference speed only the availability is known.
  const factor = one.oee == null && reopened?.oee == null ? 'availability' : 'oee'
  return (
    <details open={isNewest || undefined}>
      <summary>
        <b>{t('revision', { number: one.revision })}</b>{' '}
        {t('report.confirmedBy', { name: one.confirmedBy?.fullName ?? '', time: format.dateTime(Date.parse(one.confirmedOn)) })} ·{' '}
        {t(`oee.${factor}`)}{' '}
        {reopened === null
          ? percent(one[factor]?.exactValue)
          : `${percent(reopened[factor]?.exactValue)} → ${percent(one[factor]?.exactValue)}`}
      </summary>
      {one.issues.length > 0 && (
        <p>
          {t('revisions.issues')}: {one.issues.map(({ code, count }) => t(`lacks.${code}`, { count })).join(', ')}
        </p>
      )}
      {one.comment != null && one.comment !== '' && (
        <p>
          <q className={classes['comment']}>{one.comment}</q>
        </p>
      )}
      {reopened?.reopenedOn != null && (
        <p>
          {t('revisions.reopened', { name: reopened.reopenedBy?.fullName ?? '', time: format.dateTime(Date.parse(reopened.reopenedOn)) })}:{' '}
          <q className={classes['comment']}>{reopened.reopenReason}</q>
          {(reopened.lateSamples ?? 0) > 0 && ` · ${t('revisions.applied', { count: reopened.lateSamples ?? 0 })}`}
        </p>
      )}
      {one.changes != null && <Changes changes={one.changes} unit={unit} />}
    </details>
  )
}

function Changes({ changes, unit }: { readonly changes: NonNullable<Revision['changes']>; readonly unit: string }) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const write = ({ unit: kind }: Term, value: number | null | undefined) => {
    if (value == null) return '—'
    if (kind === 'RATIO') return format.percent(value)
    return kind === 'UNITS' ? `${format.number(value)} ${unit}` : format.exactDuration(value)
  }
  if (changes.terms.length === 0 && (changes.losses ?? []).length === 0) return <p>{t('revisions.same')}</p>
  return (
    <>
      {changes.terms.length > 0 && (
        <Table
          caption={t('revisions.terms')}
          rows={changes.terms}
          rowKey={({ key }) => key}
          columns={[
            { key: 'term', title: t('revisions.term'), cell: ({ key }) => t(`term.${key}`) },
            { key: 'before', title: t('revisions.before'), isNumber: true, cell: (term) => write(term, term.before) },
            { key: 'after', title: t('revisions.after'), isNumber: true, cell: (term) => write(term, term.after) },
          ]}
        />
      )}
      {changes.losses == null && <p className={classes['meta']}>{t('revisions.lossesUnknown')}</p>}
      {changes.losses != null && changes.losses.length > 0 && (
        <>
          <h3>{t('revisions.losses')}</h3>
          <ul className={classes['moved']}>
            {changes.losses.map(({ before, after }) => (
              <li
                key={`${before?.timeStart}${before?.reason?.id}${before?.source} ${after?.timeStart}${after?.reason?.id}${after?.source}`}
              >
                <KeptLoss loss={before ?? null} none={t('revisions.none')} /> → <KeptLoss loss={after ?? null} none={t('revisions.gone')} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function KeptLoss({ loss, none }: { readonly loss: KeptLossFragment | null; readonly none: string }) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const texts = useSpanTexts()
  if (loss === null) return <span className={classes['meta']}>{none}</span>
  const kind =
    loss.kind == null
      ? t(`lost.${loss.source === 'SPEED' ? 'speed' : 'rejects'}`)
      : texts.nameOf({ kind: loss.kind, name: loss.status?.name ?? null })
  const time =
    loss.timeStart == null
      ? ''
      : ` ${format.time(Date.parse(loss.timeStart))}–${loss.timeEnd == null ? '' : format.time(Date.parse(loss.timeEnd))}`
  return (
    <span>
      {`${loss.reason?.name ?? (loss.source === 'STATUS' ? t('stops.unclassified') : kind)}${time}, ${format.duration(loss.duration * 1000)}`}
    </span>
  )
}
