import type { OrderImportFieldsFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ImportWizard.module.css'

const KINDS = ['create', 'update', 'recreate', 'close', 'cancel', 'unchanged', 'refused', 'leftOut'] as const
type ImportCounts = NonNullable<OrderImportFieldsFragment['counts']>

/** Returns how much an import does of each kind; where `before` said something else, that stands ahead. */
export function Counts({ counts, before }: { readonly counts: ImportCounts; readonly before: ImportCounts | null }) {
  const { t } = useTexts('orderImport')
  const format = useFormat()
  const shown = KINDS.filter((kind) => counts[kind] > 0 || (before !== null && before[kind] > 0))
  return (
    <dl className={classes['counts']}>
      {shown.map((kind) => (
        <div key={kind} data-kind={kind}>
          <dt>{t(`count.${kind}`)}</dt>
          <dd>
            {before !== null && before[kind] !== counts[kind] && <s>{format.number(before[kind])}</s>} {format.number(counts[kind])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
