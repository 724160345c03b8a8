import { useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import classes from './FirstStart.module.css'
import { FirstSteps } from './FirstSteps.tsx'
import { MessageToCopy } from './MessageToCopy.tsx'
import { NoRightDialog } from './NoRightDialog.tsx'
import { useKeepSteps } from './useKeepSteps.ts'
import { useStepsHidden } from './useStepsHidden.ts'

/** Returns content of a list without work centers: the first steps for people who may add one, for others whom to ask (U-28). */
export default function EmptyCompany({ canAdd }: { readonly canAdd: boolean }) {
  return canAdd ? <StepsOrNotice /> : <WhomToAsk />
}

function StepsOrNotice() {
  const { t } = useTexts('firstStart')
  const [isHidden, setHidden] = useStepsHidden(false)
  const keep = useKeepSteps()
  if (!isHidden) return <FirstSteps onHide={() => setHidden(true, keep(true))} />
  return (
    <EmptyState title={t('boxes.firstStart')} text={t('boxes.firstStartAdmin')}>
      <ActionButton onClick={() => setHidden(false, keep(false))}>{t('steps.show')}</ActionButton>
    </EmptyState>
  )
}

function WhomToAsk() {
  const { t } = useTexts('firstStart')
  const viewer = useViewer()
  const [isAsked, setAsked] = useState(false)
  const company = viewer.company?.name ?? ''
  return (
    <div className={classes['narrow']}>
      <EmptyState title={t('boxes.firstStart')} text={t('other.text')}>
        <MessageToCopy message={t('other.message', { company })} />
        <ActionButton onClick={() => setAsked(true)}>{t('addWorkCenter')}</ActionButton>
      </EmptyState>
      <NoRightDialog isOpen={isAsked} onClose={() => setAsked(false)} />
    </div>
  )
}
