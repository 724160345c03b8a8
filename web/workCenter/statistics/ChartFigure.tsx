import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './ChartFigure.module.css'

type ChartFigureProps = {
  readonly title: string
  /** The chart in a sentence. */
  readonly summary: string
  /** Choices and links beside the title. */
  readonly tools?: ReactNode
  readonly legend?: ReactNode
  /** Buttons that save its figures. */
  readonly file?: ReactNode
  /** The same figures as a table; null where the chart is a list that reads well by itself. */
  readonly table: ReactNode | null
  /** Under the chart and under its table: what was noted of it. */
  readonly notes?: ReactNode
  readonly children: ReactNode
}

/** Returns a chart with title, summary and table (U-44): the same content seen, read out and printed. */
export function ChartFigure({ title, summary, tools, legend, file, table, notes, children }: ChartFigureProps) {
  const { t } = useTexts('statistics')
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure className={classes['figure']} aria-labelledby={id}>
      <div className={classes['head']}>
        <h2 id={id}>{title}</h2>
        <div className={classes['tools']} data-print="no">
          {tools}
          {table !== null && (
            <button type="button" className={classes['toggle']} onClick={() => setTable(!isTable)}>
              <Icon name={isTable ? 'chart' : 'table'} size={16} /> {t(isTable ? 'timeline.asChart' : 'timeline.asTable')}
            </button>
          )}
          {file}
        </div>
      </div>
      <figcaption className={classes['summary']}>{summary}</figcaption>
      {legend}
      {isTable && table !== null ? table : children}
      {notes}
    </figure>
  )
}
