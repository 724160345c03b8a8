import { useQuery } from 'urql'
import { UndoOfOrderImportDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ImportWizard.module.css'
import { keptCause, shortened } from './orderImport.view.ts'

/** Returns what taking the import back would do now, each order by its code: removed, restored and kept. */
export function UndoPreview({ id }: { readonly id: number }) {
  const { t } = useTexts('orderImport')
  const order = useTexts('jobOrder')
  const format = useFormat()
  const [{ data, error }] = useQuery({ query: UndoOfOrderImportDocument, variables: { id }, requestPolicy: 'network-only' })
  const [problem] = problemsOf(error)
  if (problem !== undefined) return <Alert>{problemText(t, problem)}</Alert>
  if (data === undefined) return <p role="status">{t('state.loading')}</p>
  const { removed, restored, kept } = data.jobOrdersImportUndoPreview
  const words = (codes: readonly string[]) => {
    const { shown, more } = shortened(codes)
    return more === 0 ? shown.join(', ') : `${shown.join(', ')} ${t('andMore', { count: more })}`
  }
  const parts = [
    { key: 'removed', codes: removed },
    { key: 'restored', codes: restored.map(({ orderCode, status }) => `${orderCode} (${order.t(`status.${status}`)})`) },
    { key: 'kept', codes: kept.map(({ orderCode, cause }) => `${orderCode} (${t(`cause.${keptCause(cause)}`)})`) },
  ] as const
  return (
    <dl className={classes['foreseen']}>
      {parts
        .filter(({ codes }) => codes.length > 0)
        .map(({ key, codes }) => (
          <div key={key} data-kind={key}>
            <dt>{t(`undoPart.${key}`, { value: format.number(codes.length) })}</dt>
            <dd>{words(codes)}</dd>
          </div>
        ))}
    </dl>
  )
}
