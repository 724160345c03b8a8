import { useId, useRef, useState } from 'react'
import { CODE_PARTS } from '#engine/workCenter/deviceLabel.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './AddWorkCenter.module.css'
import { boxAfter, boxesOf, codeOfBoxes, typeCode, type CodeBoxes } from './addWorkCenter.view.ts'
import { LabelPicture } from './LabelPicture.tsx'

type CodePanelProps = {
  /** A code that the address has already. */
  readonly code: string | null
  readonly isBusy: boolean
  /** Why the code that was sent cannot be added; null for none. */
  readonly refused: string | null
  /** What to look at then. */
  readonly hint: string | null
  readonly onCode: (code: string) => void
}

/** Returns the two boxes for the printed code, with a picture of where it stands; a whole code can be pasted in any form (U-26). */
export function CodePanel({ code, isBusy, refused, hint, onCode }: CodePanelProps) {
  const { t } = useTexts('addWorkCenter')
  const id = useId()
  const [boxes, setBoxes] = useState<CodeBoxes>(code === null ? ['', ''] : boxesOf(code))
  const [isTried, setTried] = useState(false)
  const inputs = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)] as const
  const whole = codeOfBoxes(boxes)
  const error = isTried && whole === null ? t('code.incomplete') : refused
  const type = (box: 0 | 1, text: string) => {
    const after = typeCode(boxes, box, text)
    setBoxes(after)
    const next = boxAfter(boxes, after, box)
    if (next !== null) inputs[next].current?.focus()
  }
  const field = (box: 0 | 1) => (
    <input
      ref={inputs[box]}
      name={box === 0 ? 'code-first' : 'code-last'}
      aria-label={t(box === 0 ? 'code.first' : 'code.last')}
      aria-invalid={error !== null}
      aria-describedby={`${id}-help ${id}-error`}
      value={boxes[box]}
      placeholder={box === 0 ? 'qe' : '322z'}
      size={CODE_PARTS[box]}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => type(box, event.currentTarget.value)}
      onKeyDown={(event) => {
        if (box === 1 && event.key === 'Backspace' && boxes[1] === '') inputs[0].current?.focus()
      }}
    />
  )
  return (
    <form
      className={classes['panel']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (whole !== null) onCode(whole)
        else inputs[boxes[0].length < CODE_PARTS[0] ? 0 : 1].current?.focus()
      }}
    >
      <LabelPicture />
      <fieldset className={classes['code']}>
        <legend>{t('code.legend')}</legend>
        <div>
          {field(0)}
          <span aria-hidden>–</span>
          {field(1)}
        </div>
        <p id={`${id}-help`} className={classes['meta']}>
          {t('code.help')}
        </p>
        <div id={`${id}-error`} role="alert">
          {error !== null && <p className={classes['wrong']}>{error}</p>}
          {error !== null && error === refused && hint !== null && <p>{hint}</p>}
        </div>
      </fieldset>
      <div className={classes['actions']}>
        <ActionButton isMain isSubmit isBusy={isBusy}>
          {t('add')}
        </ActionButton>
      </div>
    </form>
  )
}
