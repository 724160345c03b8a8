import classes from './NumberPad.module.css'

type NumberPadProps = {
  readonly label: string
  readonly deleteLabel: string
  /** The separator before the fraction; null = whole numbers. */
  readonly separator: string | null
  /** A digit, ',' for the separator, or DELETE. */
  readonly onKey: (key: string) => void
}

const DIGITS = ['7', '8', '9', '4', '5', '6', '1', '2', '3'] as const

/** Returns keys to type a number with gloves: the keyboard of the tablet would cover what is typed. */
export function NumberPad({ label, deleteLabel, separator, onKey }: NumberPadProps) {
  const key = (value: string, text: string, name?: string) => (
    <button key={value} type="button" aria-label={name} onClick={() => onKey(value)}>
      {text}
    </button>
  )
  return (
    <div className={classes['pad']} role="group" aria-label={label}>
      {DIGITS.map((digit) => key(digit, digit))}
      {separator === null ? <span aria-hidden /> : key(',', separator)}
      {key('0', '0')}
      {key('DELETE', '⌫', deleteLabel)}
    </div>
  )
}
