import { useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { SettingsWorkCenter } from '../../frame/settingsTabProps.ts'
import type { SavedRule } from '../ruleDraft.view.ts'
import classes from '../rules.module.css'
import { type SourceChanged, SourceResult } from './SourceResult.tsx'
import { SourceWizard } from './SourceWizard.tsx'

type SourceHeadProps = {
  readonly workCenter: SettingsWorkCenter
  readonly rules: readonly SavedRule[]
  readonly unit: string
  readonly isReadOnly: boolean
  /** Changes of rules that are not saved: they do not fit the rules of another source. */
  readonly unsavedCount: number
  /** The source that was changed a moment ago. */
  readonly changed: SourceChanged | null
  readonly onChanged: (changed: SourceChanged | null) => void
  /** The work center was changed by somebody else. */
  readonly onStale: () => void
}

/** Returns the heading of the tab: the signal of the statuses, the way to another, and the result of a change. */
export function SourceHead({ workCenter, rules, unit, isReadOnly, unsavedCount, changed, onChanged, onStale }: SourceHeadProps) {
  const { t } = useTexts('statuses')
  const [isWizardOpen, setWizardOpen] = useState(false)
  return (
    <>
      <div className={classes['source']}>
        <div>
          <h2>{t('title')}</h2>
          <p>{t('source.line', { source: t(`signal.title.${workCenter.statusSource}`), unit })}</p>
        </div>
        {!isReadOnly && <ActionButton onClick={() => setWizardOpen(true)}>{t('source.change')}</ActionButton>}
        <SourceWizard
          isOpen={isWizardOpen}
          workCenter={workCenter}
          rules={rules}
          unsavedCount={unsavedCount}
          onClose={() => setWizardOpen(false)}
          onChanged={onChanged}
          onStale={onStale}
        />
      </div>
      {changed !== null && <SourceResult workCenterId={workCenter.id} rules={rules} changed={changed} onClose={() => onChanged(null)} />}
    </>
  )
}
