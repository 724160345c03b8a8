import { useTexts } from '#web/texts/useTexts.ts'
import type { RowPick } from './InboxRow.tsx'
import classes from '#web/parts/rules/notifications.module.css'

type PickRowProps = { readonly pick: RowPick; readonly rowKey: string; readonly name: string }

/** Returns the box that selects a row of the inbox. */
export function PickRow({ pick, rowKey, name }: PickRowProps) {
  const { t } = useTexts('notification')
  return (
    <label className={classes['pick']}>
      <span className="hidden-text">{t('select', { name })}</span>
      <input type="checkbox" checked={pick.selected.has(rowKey)} onChange={() => pick.onToggle(rowKey)} />
    </label>
  )
}
