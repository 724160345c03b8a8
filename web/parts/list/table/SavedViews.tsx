import { useEffect, useRef, useState } from 'react'
import type { ListName } from '#engine/user/savedView.ts'
import { type SavedView, useSavedViews } from '#web/base/savedViews.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useLetter } from '#web/ui/useLetter.ts'
import classes from './SavedViews.module.css'
import SavedViewsPanel, { currentView, textsOf } from './SavedViewsPanel.tsx'

type SavedViewsProps = {
  readonly list: ListName
  /** The query parameters of what is shown. */
  readonly texts: Readonly<Record<string, string>>
  readonly onShow: (texts: Readonly<Record<string, string>>) => void
  /** Shows the state in place of the one with which the page was opened; left out where it begins with no saved view. */
  readonly onBegin?: (texts: Readonly<Record<string, string>>) => void
}

/** Shows the view with which the page begins, once, where the address says nothing. */
function useDefaultView(views: readonly SavedView[], { texts, onBegin }: SavedViewsProps): void {
  const [wasPlain] = useState(() => Object.keys(texts).length === 0)
  const isDone = useRef(false)
  const first = views.find(({ isDefault }) => isDefault) ?? views.find(({ isDefaultOfAll }) => isDefaultOfAll)
  useEffect(() => {
    if (onBegin === undefined || !wasPlain || isDone.current || views.length === 0) return
    isDone.current = true
    // Whoever has chosen something meanwhile keeps it.
    if (first !== undefined && Object.keys(texts).length === 0) onBegin(textsOf(first))
  }, [first, onBegin, texts, views, wasPlain])
}

/** Returns the button that names the saved view that is shown, and the panel of all of them. */
export default function SavedViews(props: SavedViewsProps) {
  const { t } = useTexts('table')
  const { views } = useSavedViews(props.list)
  const [isOpen, setOpen] = useState(false)
  useLetter('v', () => setOpen(true))
  const current = currentView(views, props.texts)
  useDefaultView(views, props)
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
      <SavedViewsPanel {...props} mayBegin={props.onBegin !== undefined} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
