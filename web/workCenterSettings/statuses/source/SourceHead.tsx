import { useState } from 'react'
import { useTexts } from '#web/parts/problem/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { SettingsWorkCenter } from '../../frame/settingsTabProps.ts'
import type { SavedRule } from '../ruleDraft.view.ts'
import classes from '../rules.module.css'
import { SourceWizard } from './SourceWizard.tsx'

type SourceHeadProps = {
  readonly workCenter: SettingsWorkCenter
  readonly rules: readonly SavedRule[]
  readonly unit: string
  readonly isReadOnly: boolean
  readonly onChanged: () => void
}

/** Returns the heading of the tab: which signal the statuses come from, and the way to another. */
export function SourceHead({ workCenter, rules, unit, isReadOnly, onChanged }: SourceHeadProps) {
  const { t } = useTexts('statuses')
  const [isWizardOpen, setWizardOpen] = useState(false)
  return (
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
        onClose={() => setWizardOpen(false)}
        onChanged={onChanged}
      />
    </div>
  )
}
