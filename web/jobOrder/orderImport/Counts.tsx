import { Link } from '@tanstack/react-router'
import type { OrderImportFieldsFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { IMPORT_DEEDS } from '../jobOrdersSearch.ts'
import classes from './ImportWizard.module.css'

const KINDS = ['create', 'update', 'recreate', 'close', 'cancel', 'unchanged', 'refused', 'leftOut'] as const
type ImportCounts = NonNullable<OrderImportFieldsFragment['counts']>

type CountsProps = {
  readonly counts: ImportCounts
  readonly before: ImportCounts | null
  /** The import once it is applied: what was done with orders leads to them. Left out before. */
  readonly importId?: number
}

/** Returns how much an import does of each kind; where `before` said something else, that stands ahead. */
export function Counts({ counts, before, importId }: CountsProps) {
  const { t } = useTexts('orderImport')
  const format = useFormat()
  const shown = KINDS.filter((kind) => counts[kind] > 0 || (before !== null && before[kind] > 0))
  return (
    <dl className={classes['counts']}>
      {shown.map((kind) => (
        <div key={kind} data-kind={kind}>
          <dt>{t(`count.${kind}`)}</dt>
          <dd>
            {before !== null && before[kind] !== counts[kind] && <s>{format.number(before[kind])}</s>}{' '}
            <Count kind={kind} count={counts[kind]} importId={importId} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What was done with orders leads to them. */
function Count({
  kind,
  count,
  importId,
}: {
  readonly kind: (typeof KINDS)[number]
  readonly count: number
  readonly importId: number | undefined
}) {
  const { t } = useTexts('orderImport')
  const format = useFormat()
  const deed = IMPORT_DEEDS.find((one) => one === kind)
  if (importId === undefined || deed === undefined || count === 0) return format.number(count)
  return (
    <Link
      to="/job-orders"
      search={{ imported: [importId], did: [deed] }}
      aria-label={t('done.listed', { kind: t(`count.${kind}`), count })}
    >
      {format.number(count)}
    </Link>
  )
}
