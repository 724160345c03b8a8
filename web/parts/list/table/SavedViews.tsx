import { useState } from 'react'
import type { ListName } from '#engine/user/savedView.ts'
import { useSavedViews } from '#web/base/savedViews.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useLetter } from '#web/ui/useLetter.ts'
import classes from './SavedViews.module.css'
import SavedViewsPanel, { currentView } from './SavedViewsPanel.tsx'

type SavedViewsProps = {
  readonly list: ListName
  /** The query parameters of what is shown. */
  readonly texts: Readonly<Record<string, string>>
  readonly onShow: (texts: Readonly<Record<string, string>>) => void
}

/** Returns the button that names the saved view that is shown, and the panel of all of them. */
export default function SavedViews(props: SavedViewsProps) {
  const { t } = useTexts('table')
  const { views } = useSavedViews(props.list)
  const [isOpen, setOpen] = useState(false)
  useLetter('v', () => setOpen(true))
  const current = currentView(views, props.texts)
  return (
    <>
      <button
        type="button"
        className={classes['trigger']}
        aria-haspopup="dialog"
        aria-keyshortcuts="v"
        aria-label={current && `${t('views.title')}: ${current.name}`}
        onClick={() => setOpen(true)}
      >
        <Icon name="pin" size={18} />
        <span>{current?.name ?? t('views.title')}</span>
      </button>
      <SavedViewsPanel {...props} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
