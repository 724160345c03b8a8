import { useRef } from 'react'
import { showToast } from '#web/base/toast.ts'
import { fileNamePart, toTabs } from '#web/parts/csv/csv.ts'
import { downloadFile } from '#web/parts/csv/downloadCsv.ts'
import { fileTable, type ListColumn } from '#web/parts/list/listColumn.ts'
import { useFileWords } from '#web/parts/list/table/useFileWords.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { logFailure } from '#web/ui/log.ts'
import classes from './ChartMenu.module.css'
import { printOne } from './printOne.ts'

/** The figures of a chart, by the columns of its file. */
export type ChartTable<Row> = {
  readonly columns: readonly Pick<ListColumn<Row>, 'kind' | 'title' | 'unit' | 'value'>[]
  readonly rows: readonly Row[]
}

type ChartMenuProps<Row> = {
  /** What the chart shows; the picture is named after it. */
  readonly title: string
  /** The days, and what the page is narrowed to, as far as the chart does not say it. */
  readonly about: readonly string[]
  readonly table: ChartTable<Row>
}

/** Returns the menu of the chart in whose `figure` it stands: saved as a picture, printed by itself, its figures copied (U-119). */
export function ChartMenu<Row>({ title, about, table: { columns, rows } }: ChartMenuProps<Row>) {
  const { t } = useTexts('picture')
  const format = useFormat()
  const words = useFileWords()
  const host = useRef<HTMLDivElement>(null)
  const figure = () => host.current?.closest('figure') ?? null
  const save = async () => {
    const own = figure()
    if (own === null) return
    try {
      const { pictureOf } = await import('./picture.ts')
      // The title of the window names the page and the company.
      const head = [document.title, ...about]
      const foot = [t('made', { time: format.dateTime(serverNow()) }), location.href]
      downloadFile(`${fileNamePart(title)}.png`, await pictureOf(own, { head: head.filter((text) => text !== ''), foot }))
    } catch (error) {
      logFailure('A chart became no picture', error)
      showToast(t('failed'))
    }
  }
  const copy = async () => {
    const { header, cells } = fileTable(
      columns.map((column, at) => ({ ...column, key: String(at), cell: () => null })),
      rows,
      format.timeZone,
      words,
    )
    try {
      await navigator.clipboard.writeText(toTabs(header, cells, format.locale))
      showToast(t('copied'))
    } catch {
      // Without a secure address there is no clipboard, or the browser forbids it.
      showToast(t('message.copyFailed'))
    }
  }
  return (
    <div ref={host} className={classes['host']} data-print="no">
      <Dropdown label={t('menu', { title })} trigger={<Icon name="more" />} triggerClass={classes['button']} kind="menu" side="end">
        <DropdownItem onClick={() => void save()}>{t('save')}</DropdownItem>
        <DropdownItem
          onClick={() => {
            const own = figure()
            if (own !== null) printOne(own)
          }}
        >
          {t('print')}
        </DropdownItem>
        <DropdownItem onClick={() => void copy()}>{t('copy')}</DropdownItem>
      </Dropdown>
    </div>
  )
}
