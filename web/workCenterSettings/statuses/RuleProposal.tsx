import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { type Proposal, proposalOf } from './proposal.view.ts'
import classes from './rules.module.css'
import type { SignalLine } from './signalShape.view.ts'

type RuleProposalProps = { readonly line: SignalLine; readonly unit: string; readonly onUse: (proposal: Proposal) => void }

/** Returns the question whether a level of the signal is the machine at work, with the rules that would follow; nothing while the signal says too little. */
export function RuleProposal({ line, unit, onUse }: RuleProposalProps) {
  const { t } = useTexts('statuses')
  const format = useFormat()
  const proposal = proposalOf(line)
  if (proposal === null) return null
  const written = (value: number) => `${format.number(value, value < 10 ? 1 : 0)} ${unit}`
  return (
    <div className={classes['proposal']} role="note">
      <p>
        <strong>{t('proposal.question', { level: written(proposal.level) })}</strong>{' '}
        {proposal.idle === null
          ? t('proposal.run', { run: written(proposal.run) })
          : t('proposal.runAndIdle', { run: written(proposal.run), idle: written(proposal.idle) })}
      </p>
      <ActionButton isMain onClick={() => onUse(proposal)}>
        {t('proposal.use')}
      </ActionButton>
    </div>
  )
}
