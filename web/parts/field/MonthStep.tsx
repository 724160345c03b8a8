import { Button } from 'react-aria-components/Button'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { FIELD_WORDS } from './fieldWords.ts'
import classes from './MonthGrid.module.css'

/** Returns the button of a calendar that goes a month back or on. */
export function MonthStep({ slot }: { readonly slot: 'previous' | 'next' }) {
  const words = FIELD_WORDS[useFormat().locale]
  return (
    <Button slot={slot} className={classes['step'] ?? ''} aria-label={slot === 'previous' ? words.previousMonth : words.nextMonth}>
      <Icon name={slot === 'previous' ? 'back' : 'forward'} size={18} />
    </Button>
  )
}
