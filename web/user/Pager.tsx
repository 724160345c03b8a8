import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './AuditPage.module.css'

type PagerProps = { readonly page: number; readonly size: number; readonly total: number; readonly onPage: (page: number) => void }

/** Returns which entries of how many are shown, and the way to the pages beside. */
export function Pager({ page, size, total, onPage }: PagerProps) {
  const { t } = useTexts('user')
  const format = useFormat()
  const [from, to] = [(page - 1) * size + 1, Math.min(page * size, total)]
  return (
    <div className={classes['pager']}>
      <p role="status">{t('audit.shown', { from: format.number(from), to: format.number(to), total: format.number(total) })}</p>
      {total > size && (
        <div>
          <ActionButton isDisabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('audit.newer')}
          </ActionButton>
          <ActionButton isDisabled={to >= total} onClick={() => onPage(page + 1)}>
            {t('audit.older')}
          </ActionButton>
        </div>
      )}
    </div>
  )
}
