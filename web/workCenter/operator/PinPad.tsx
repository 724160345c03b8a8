import { useEffect, useRef, useState } from 'react'
import { WorkHereDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { NumberPad } from '#web/ui/NumberPad.tsx'
import classes from './PinPad.module.css'

const DIGITS = 4

export type PinPadProps = {
  readonly person: { readonly id: string; readonly name: string }
  /** When the shift ends, in ms UTC; null = not known. */
  readonly shiftEnd: number | null
  /** The server took the PIN: until then the person may be named, in ms UTC. */
  readonly onProven: (until: number) => void
  readonly onBack: () => void
}

/** Returns the keys on which a person proves by PIN that they work here; the fourth digit sends it. The server compares it, never the screen (domain.md S-37a). */
export function PinPad({ person, shiftEnd, onProven, onBack }: PinPadProps) {
  const { t } = useTexts('operator')
  const [digits, setDigits] = useState('')
  const { run, isBusy } = useChange(WorkHereDocument)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => region.current?.focus(), [])
  const send = async (pin: string) => {
    const until = shiftEnd === null ? null : new Date(shiftEnd).toISOString()
    const { data, problems } = await run({ userId: person.id, pin, until })
    setDigits('')
    setProblem(problems[0] ?? null)
    if (data !== null && problems.length === 0) onProven(Date.parse(data.workAtStation.until))
  }
  const key = (pressed: string) => {
    if (isBusy) return
    if (pressed === 'DELETE') setDigits(digits.slice(0, -1))
    if (!/^[0-9]$/.test(pressed) || digits.length === DIGITS) return
    setDigits(digits + pressed)
    setProblem(null)
    if (digits.length + 1 === DIGITS) void send(digits + pressed)
  }
  return (
    <div
      ref={region}
      className={classes['pin']}
      role="group"
      aria-label={t('who.pinOf', { name: person.name })}
      tabIndex={-1}
      // Typed fast, a PIN is no code of a scanner.
      data-scans
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        // What is typed here is a PIN, and no shortcut of the page.
        if (/^[0-9]$/.test(event.key) || event.key === 'Backspace') event.stopPropagation()
        key(event.key === 'Backspace' ? 'DELETE' : event.key)
      }}
    >
      <p className={classes['name']}>{t('who.pinOf', { name: person.name })}</p>
      <div className={classes['dots']} role="img" aria-label={t('who.entered', { count: digits.length })}>
        {Array.from({ length: DIGITS }, (_, at) => (
          <span key={at} data-filled={at < digits.length || undefined} />
        ))}
      </div>
      <Alert className={classes['problem']}>
        {problem !== null && (problem.code === 'OFFLINE' ? t('who.offline') : problemText(t, problem))}
      </Alert>
      <NumberPad label={t('who.pinOf', { name: person.name })} deleteLabel={t('who.delete')} separator={null} onKey={key} />
      <div role="status" className={classes['busy']}>
        {isBusy && t('who.checking')}
      </div>
      <ActionButton onClick={onBack}>{t('who.back')}</ActionButton>
    </div>
  )
}
