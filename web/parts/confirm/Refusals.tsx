import { Alert } from '#web/ui/Alert.tsx'
import classes from './ConfirmSheet.module.css'

type RefusalsProps = {
  readonly sentences: readonly string[]
  /** Stands beside what it speaks of, not at the end of the sheet. */
  readonly isBeside?: boolean
}

/** Returns why the sheet was refused, each reason by itself with the way to what it means. */
export function Refusals({ sentences, isBeside = false }: RefusalsProps) {
  return sentences.map((sentence) => (
    <Alert key={sentence} className={classes[isBeside ? 'wrong' : 'problem']}>
      {sentence}
    </Alert>
  ))
}
