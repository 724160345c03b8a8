import { useContext, useState } from 'react'
import { type ListName, VIEW_NAME_MAX_LENGTH } from '#engine/user/savedView.ts'
import { type SavedView, useSavedViews } from '#web/base/savedViews.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import classes from './SavedViews.module.css'
import { ViewActions } from './viewActions.ts'

type SavedViewsPanelProps = {
  readonly list: ListName
  /** The query parameters of what is shown. */
  readonly texts: Readonly<Record<string, string>>
  readonly isOpen: boolean
  /** Whether the page can begin with a view. */
  readonly mayBegin?: boolean
  readonly onShow: (texts: Readonly<Record<string, string>>) => void
  readonly onClose: () => void
}

/** Returns the panel of the views of the list that the viewer saved, with the one that is shown, and what saves this one. */
export default function SavedViewsPanel({ list, texts, isOpen, mayBegin = false, onShow, onClose }: SavedViewsPanelProps) {
  const { t } = useTexts('table')
  const saved = useSavedViews(list)
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} side="right" title={t('views.title')} closeLabel={t('state.close')}>
      <Panel
        saved={saved}
        mayBegin={mayBegin}
        current={currentView(saved.views, texts)}
        search={new URLSearchParams(texts).toString()}
        onShow={(wanted) => {
          onClose()
          onShow(wanted)
        }}
        onClose={onClose}
      />
    </SidePanel>
  )
}

/** Returns the saved view that is shown. */
export function currentView(views: readonly SavedView[], texts: Readonly<Record<string, string>>): SavedView | undefined {
  const here = keyOf(texts)
  return views.find((view) => keyOf(textsOf(view)) === here)
}

type PanelProps = {
  readonly saved: ReturnType<typeof useSavedViews>
  readonly mayBegin: boolean
  readonly current: SavedView | undefined
  readonly search: string
  readonly onShow: SavedViewsPanelProps['onShow']
  readonly onClose: () => void
}

function Panel({ saved, mayBegin, current, search, onShow, onClose }: PanelProps) {
  const { t } = useTexts('table')
  const actionsOf = useContext(ViewActions)
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const save = async (event: { preventDefault(): void }) => {
    event.preventDefault()
    if (!(await saved.save(name, search, isShared))) return
    setName('')
    setShared(false)
  }
  const [dropped, setDropped] = useState<SavedView | null>(null)
  const drop = async (view: SavedView) => {
    if (await saved.drop(view.id)) setDropped(view)
  }
  const undo = async (view: SavedView) => {
    if (await saved.save(view.name, view.search, view.isShared)) setDropped(null)
  }
  return (
    <div className={classes['panel']}>
      {saved.views.length === 0 ? (
        <p className={classes['note']}>{t('views.none')}</p>
      ) : (
        <ul className={classes['views']}>
          {saved.views.map((view) => (
            <li key={view.id}>
              <button
                type="button"
                className={classes['view']}
                aria-current={view.id === current?.id || undefined}
                onClick={() => onShow(textsOf(view))}
              >
                {view.name}
                {view.isShared && <span className={classes['shared']}> {t('views.shared')}</span>}
              </button>
              {view.isDeletable && (
                <button
                  type="button"
                  className={classes['delete']}
                  aria-label={t('views.delete', { name: view.name })}
                  onClick={() => void drop(view)}
                >
                  <Icon name="close" size={16} />
                </button>
              )}
              {mayBegin && <BeginsOf view={view} saved={saved} />}
              {actionsOf !== null && <div className={classes['actions']}>{actionsOf(view, onClose)}</div>}
            </li>
          ))}
        </ul>
      )}
      <UndoBar
        isInDrawer
        text={dropped === null ? '' : t('views.deleted', { name: dropped.name })}
        answer={saved.isBusy ? null : dropped}
        undoLabel={t('views.undo')}
        closeLabel={t('state.close')}
        onUndo={dropped === null ? null : () => void undo(dropped)}
        onClose={() => setDropped(null)}
      />
      <form className={classes['form']} onSubmit={(event) => void save(event)}>
        <TextField
          name="viewName"
          label={t('views.name')}
          value={name}
          maxLength={VIEW_NAME_MAX_LENGTH}
          {...(saved.problem !== null && { error: problemText(t, saved.problem) })}
          onChange={setName}
        />
        {saved.mayShare && <CheckField name="isShared" label={t('views.share')} isChecked={isShared} onChange={setShared} />}
        <ActionButton isSubmit isMain isBusy={saved.isBusy}>
          {t('views.save')}
        </ActionButton>
      </form>
    </div>
  )
}

/** For whom the page begins with the view. */
function BeginsOf({ view, saved }: { readonly view: SavedView; readonly saved: ReturnType<typeof useSavedViews> }) {
  const { t } = useTexts('table')
  return (
    <div className={classes['begins']}>
      <Begins isOn={view.isDefault} name={view.name} onChange={(isOn) => void saved.begin(isOn ? view.id : null, false)}>
        {t('views.beginsMe')}
      </Begins>
      {saved.mayShare && view.isShared && (
        <Begins isOn={view.isDefaultOfAll} name={view.name} onChange={(isOn) => void saved.begin(isOn ? view.id : null, true)}>
          {t('views.beginsAll')}
        </Begins>
      )}
      {!saved.mayShare && view.isDefaultOfAll && <span className={classes['shared']}>{t('views.beginsAll')}</span>}
    </div>
  )
}

type BeginsProps = { readonly isOn: boolean; readonly name: string; readonly onChange: (isOn: boolean) => void; readonly children: string }

/** Whether the page begins with a view. */
function Begins({ isOn, name, onChange, children }: BeginsProps) {
  return (
    <button type="button" className={classes['begin']} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {children}
      <span className="hidden-text">: {name}</span>
    </button>
  )
}

/** Returns the query parameters of the view. */
export function textsOf(view: SavedView): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(view.search))
}

/** Two views are the same whatever the order of their parameters; the page is not part of a view. */
function keyOf(texts: Readonly<Record<string, string>>): string {
  const kept = Object.entries(texts).filter(([key]) => key !== 'page')
  return new URLSearchParams(kept.toSorted(([one], [other]) => (one < other ? -1 : 1))).toString()
}
