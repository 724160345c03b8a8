import { useQuery } from 'urql'
import { LossReasonPreviewDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { BulkPlan } from './losses.view.ts'
import classes from './LossesPage.module.css'
import type { BulkChoice } from './useOfferedReasons.ts'

type BulkPreviewProps = {
  readonly plan: BulkPlan
  readonly choice: Pick<BulkChoice, 'id' | 'name'>
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Returns what a reason that counts otherwise would make of the OEE of each shift, before anything is sent. */
export function BulkPreview({ plan, choice, onConfirm, onClose }: BulkPreviewProps) {
  const { t } = useTexts('loss')
  const format = useFormat()
  const [result] = useQuery({
    query: LossReasonPreviewDocument,
    variables: { ids: plan.changed.map(({ id }) => id), reasonId: choice.id },
  })
  const shifts = result.data?.lossReasonPreview ?? []
  return (
    <section className={classes['preview']}>
      <p>{t('bulk.becomes', { count: plan.changed.length, duration: format.duration(plan.ms), reason: choice.name })}</p>
      {shifts.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('column.workCenter')}</th>
              <th scope="col">{t('column.date')}</th>
              <th scope="col">{t('bulk.oee')}</th>
            </tr>
          </thead>
          <tbody>
            {shifts.map(({ workCenter, shiftDate, shiftName, oeeBefore, oeeAfter, shiftStart }) => (
              <tr key={`${workCenter.id} ${shiftStart}`}>
                <td>{workCenter.name}</td>
                <td>
                  {format.date(Date.parse(shiftDate))}, {shiftName}
                </td>
                <td>
                  {format.percent(oeeBefore ?? null)} → {format.percent(oeeAfter ?? null)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes['actions']}>
        <ActionButton isMain onClick={onConfirm}>
          {t('bulk.confirm', { reason: choice.name })}
        </ActionButton>
        <ActionButton onClick={onClose}>{t('merge.cancel')}</ActionButton>
      </div>
    </section>
  )
}
