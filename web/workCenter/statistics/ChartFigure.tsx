import { type ReactNode, useId, useState } from 'react'
import { type RowsFileProps, RowsFile } from '#web/parts/list/table/RowsFile.tsx'
import { ChartMenu } from '#web/parts/picture/ChartMenu.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useCurrentPrintedPeriod } from '#web/ui/printedPeriod.ts'
import classes from './ChartFigure.module.css'

type ChartFigureProps<Row> = {
  readonly title: string
  /** The chart in a sentence. */
  readonly summary: string
  /** Choices and links beside the title. */
  readonly tools?: ReactNode
  readonly legend?: ReactNode
  /** Its figures, which are saved as a file and copied. */
  readonly file?: RowsFileProps<Row>
  /** The same figures as a table; null where the chart is a list that reads well by itself. */
  readonly table: ReactNode | null
  /** Under the chart and under its table: what was noted of it. */
  readonly notes?: ReactNode
  readonly children: ReactNode
}

/** Returns a chart with title, summary and table (U-44): the same content seen, read out and printed. */
export function ChartFigure<Row>({ title, summary, tools, legend, file, table, notes, children }: ChartFigureProps<Row>) {
  const { t } = useTexts('statistics')
  const [isTable, setTable] = useState(false)
  const id = useId()
  // Its picture tells of which days it is, as the printed page does.
  const period = useCurrentPrintedPeriod()
  const about = period === null ? [] : [`${period.text} · ${period.timeZone}`]
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
          {file !== undefined && (
            <>
              <RowsFile {...file} />
              <ChartMenu title={title} about={about} table={file} />
            </>
          )}
        </div>
      </div>
      <figcaption className={classes['summary']}>{summary}</figcaption>
      {legend}
      {isTable && table !== null ? table : children}
      {notes}
    </figure>
  )
}
