import { useRef } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './frame.module.css'

type ErrorSummaryProps<Name extends string> = {
  readonly shown: readonly { readonly name: Name; readonly text: string }[]
  readonly labelOf: (name: Name) => string
}

/** Returns the errors of a form after a save attempt, each linked to its field (U-25). */
export function ErrorSummary<Name extends string>({ shown, labelOf }: ErrorSummaryProps<Name>) {
  const { t } = useTexts('frame')
  const box = useRef<HTMLDivElement>(null)
  const go = (name: Name) => {
    const field = box.current?.closest('form')?.elements.namedItem(name)
    const one = field instanceof RadioNodeList ? field.item(0) : field
    if (one instanceof HTMLElement) one.focus()
  }
  return (
    <div ref={box} className={classes['summary']} role="alert">
      <p>{t('wrong', { count: shown.length })}</p>
      <ul>
        {shown.map(({ name, text }) => (
          <li key={name}>
            <button type="button" className={classes['linkLike']} onClick={() => go(name)}>
              {labelOf(name)}
            </button>
            : {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
