import type { Format } from '#web/ui/format.ts'
import classes from './MachineScreen.module.css'
import type { ScreenWords } from './MachineScreen.tsx'
import { progressOf, type ScreenView } from './screen.view.ts'

type OutputFigureProps = {
  readonly output: ScreenView['output']
  readonly unit: string
  readonly words: ScreenWords
  readonly format: Format
}

/** Returns output of the shift so far against its target, with a mark at the amount due by now. */
export function OutputFigure({ output, unit, words, format }: OutputFigureProps) {
  const progress = progressOf(output)
  return (
    <section className={classes['panel']}>
      <h2>{words.output}</h2>
      <p className={classes['number']}>{output === null ? '—' : format.number(output.total)}</p>
      <p className={classes['of']}>
        {output === null ? words.noOutput : output.targetFullShift === null ? unit : `/ ${format.number(output.targetFullShift)} ${unit}`}
      </p>
      {progress !== null && (
        <div className={classes['bar']} aria-hidden>
          <span style={{ width: `${progress.made * 100}%` }} />
          {progress.due !== null && <i style={{ left: `${progress.due * 100}%` }} />}
        </div>
      )}
      <p className={classes['meta']}>
        {output !== null && output.rejected > 0 && <span>{words.rejected(format.number(output.rejected), output.rejected)}</span>}
        {progress !== null && progress.missing > 0 && <b className={classes['behind']}>{words.behind(format.number(progress.missing))}</b>}
      </p>
    </section>
  )
}
