import { Link } from '@tanstack/react-router'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { dimensionsOf } from './analytics.view.ts'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import { splitsOf, type Drill } from './drill.view.ts'
import { DrillLink } from './DrillLink.tsx'
import classes from './MarkMenu.module.css'
import type { MarkActions, NamedMark } from './markActions.ts'

export type MarkMenuProps = Pick<MarkActions, 'drillOf' | 'filterOf'> & {
  readonly named: NamedMark
  readonly search: AnalyticsSearch
  readonly onClose: () => void
}

/** Returns what can be done with a mark: open its rows or those of a part of it, narrow the page to it, or divide it by something else (domain.md N-10). */
export function MarkMenu({ named: { mark, name, parts }, search, drillOf, filterOf, onClose }: MarkMenuProps) {
  const { t } = useTexts('analytics')
  const narrowed = filterOf(mark)
  const splits = narrowed === null ? [] : splitsOf(narrowed, dimensionsOf(search))
  const drill = drillOf(mark)
  return (
    <Dialog isOpen onClose={onClose} title={name} closeLabel={t('state.close')}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a link inside is followed: the menu is done */}
      <div className={classes['menu']} onClick={({ target }) => target instanceof Element && target.closest('a') !== null && onClose()}>
        {drill !== null && <Rows drill={drill} name={t('mark.rows')} />}
        {narrowed !== null && (
          <Link to="/analytics" search={narrowed}>
            {t('mark.filter')}
          </Link>
        )}
        {parts.length > 0 && (
          <section aria-label={t('mark.parts')}>
            <h3>{t('mark.parts')}</h3>
            {parts.map((part) => {
              const own = drillOf(part.mark)
              return own === null ? null : <Rows key={part.name} drill={own} name={part.name} />
            })}
          </section>
        )}
        {narrowed !== null && (
          <section aria-label={t('mark.split')}>
            <h3>{t('mark.split')}</h3>
            {splits.map((by) => (
              <Link key={by} to="/analytics" search={dividedBy(narrowed, by)}>
                {t(`by.${by}`)}
              </Link>
            ))}
          </section>
        )}
        {drill === null && narrowed === null && <p>{t('mark.nothing')}</p>}
      </div>
    </Dialog>
  )
}

function dividedBy(search: AnalyticsSearch, by: Dimension): AnalyticsSearch {
  return { ...search, by, and: '', chart: '', sort: 'order' }
}

function Rows({ drill, name }: { readonly drill: Drill; readonly name: string }) {
  return (
    <DrillLink drill={drill} className={undefined}>
      {name}
    </DrillLink>
  )
}
