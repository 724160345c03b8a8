import { useRef } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import classes from './frame.module.css'
import { SETTINGS_TABS, tabOfListKey, type SettingsTab } from './settingsTabs.ts'

type Counts = Readonly<Partial<Record<SettingsTab, number>>>

type TabListProps = {
  readonly tab: SettingsTab
  readonly dirty: Counts
  readonly errors: Counts
  readonly onOpen: (tab: SettingsTab) => void
}

/** Returns the vertical tabs, on phones a select; unsaved and wrong tabs are marked by shape and word. */
export function TabList({ tab, dirty, errors, onOpen }: TabListProps) {
  const { t } = useTexts('frame')
  const list = useRef<HTMLDivElement>(null)
  const noteOf = (one: SettingsTab): 'wrong' | 'unsaved' | null =>
    (errors[one] ?? 0) > 0 ? 'wrong' : (dirty[one] ?? 0) > 0 ? 'unsaved' : null
  const labelOf = (one: SettingsTab) => {
    const note = noteOf(one)
    return note === null ? t(`tab.${one}`) : `${t(`tab.${one}`)} – ${t(`note.${note}`)}`
  }
  const go = (next: SettingsTab) => {
    onOpen(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <>
      <div ref={list} className={classes['tabs']} role="tablist" aria-orientation="vertical" aria-label={t('tabs')}>
        {SETTINGS_TABS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            data-tab={one}
            data-note={noteOf(one) ?? undefined}
            aria-selected={one === tab}
            aria-controls={one === tab ? `settings-${one}` : undefined}
            tabIndex={one === tab ? 0 : -1}
            onClick={() => onOpen(one)}
            onKeyDown={(event) => {
              const next = tabOfListKey(event.key, one)
              if (next === null) return
              event.preventDefault()
              go(next)
            }}
          >
            {t(`tab.${one}`)}
            {noteOf(one) !== null && (
              <span className={classes['dot']}>
                <span className="hidden-text">{t(`note.${noteOf(one) ?? 'unsaved'}`)}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      <div className={classes['tabChoice']}>
        <SelectField
          label={t('tabs')}
          name="settings-tab"
          value={tab}
          options={SETTINGS_TABS.map((one) => ({ value: one, label: labelOf(one) }))}
          onChange={(value) => onOpen(SETTINGS_TABS.find((one) => one === value) ?? 'general')}
        />
      </div>
    </>
  )
}
