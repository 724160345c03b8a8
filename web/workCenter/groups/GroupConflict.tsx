import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import classes from './GroupsDialog.module.css'

type Theirs = { readonly name: string; readonly color: string }
type GroupConflictProps = {
  readonly problem: FieldProblem
  /** What was typed stays, and is saved over the version given. */
  readonly onKeep: (version: number) => void
  readonly onTake: (theirs: Theirs, version: number) => void
}

/** Returns the other person's version of the group, and the choice between both; typed text stays until then. */
export function GroupConflict({ problem, onKeep, onTake }: GroupConflictProps) {
  const { t } = useTexts('groups')
  const { version, name, color } = problem.params ?? {}
  if (typeof version !== 'number' || typeof name !== 'string' || typeof color !== 'string') return null
  return (
    <div role="alert" className={classes['conflict']}>
      <p>
        {t('conflict')}{' '}
        <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden focusable={false}>
          <circle cx={6} cy={6} r={6} fill={color} />
        </svg>{' '}
        <strong>{name}</strong>
      </p>
      <div className={classes['buttons']}>
        {/* Saves the form, over what the other wrote. */}
        <ActionButton isSubmit onClick={() => onKeep(version)}>
          {t('keepMine')}
        </ActionButton>
        <ActionButton onClick={() => onTake({ name, color }, version)}>{t('takeTheirs')}</ActionButton>
      </div>
    </div>
  )
}
