import type { ReactNode } from 'react'
import { useCopy } from '#web/base/useCopy.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './ApiKeys.module.css'

type CodeBlockProps = {
  readonly label: string
  readonly code: string
  readonly canCopy?: boolean
  /** What else can be done with the code, before copying it. */
  readonly children?: ReactNode
}

/** Returns code with a button that copies it; it scrolls by itself where it is wider than the page. */
export function CodeBlock({ label, code, canCopy = true, children }: CodeBlockProps) {
  const { t } = useTexts('apiKey')
  const { copy, outcome } = useCopy()
  return (
    <div className={classes['block']}>
      {/* What scrolls by itself must be reachable with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes['code']} role="region" aria-label={label} tabIndex={0}>
        <code>{code}</code>
      </pre>
      {canCopy && (
        <div className={classes['keep']}>
          {children}
          <ActionButton onClick={() => void copy(code)}>{t('copy')}</ActionButton>
          <span role="status" className={classes['muted']}>
            {outcome !== null && t(outcome)}
          </span>
        </div>
      )}
    </div>
  )
}
