import { QrCode } from '#web/parts/QrCode.tsx'
import type { PaperSize } from './PrintSheet.tsx'
import classes from './Printed.module.css'

type CodeLabelProps = {
  readonly size: Exclude<PaperSize, 'A4' | 'A5'>
  /** What a scanner reads, and people too where there is no title. */
  readonly code: string
  readonly title?: string
  readonly lines: readonly string[]
}

/** Returns a label with a code to scan, the same code to read and what it stands for. */
export function CodeLabel({ size, code, title = code, lines }: CodeLabelProps) {
  return (
    <div className={classes['label']} data-size={size}>
      <QrCode text={code} label={title} />
      <div className={classes['text']}>
        <span className={classes['code']}>{title}</span>
        {lines
          .filter((line) => line !== '')
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
      </div>
    </div>
  )
}
