import { useId, useMemo, useRef, useState } from 'react'
import { MAX_TASKS } from '#engine/checklist/checklistForm.ts'
import { decodeText } from '#engine/table/decodeText.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { toCsv } from '#web/parts/csv/csv.ts'
import { downloadCsv } from '#web/parts/csv/downloadCsv.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ChecklistForm.module.css'
import {
  exampleRows,
  importedTasks,
  type ImportedTasks,
  type ImportWords,
  leftLines,
  LINE_TYPES,
  type LineType,
} from './taskImport.view.ts'

type ImportTasksProps = {
  /** How many tasks there are already. */
  readonly present: number
  readonly onAdd: (imported: ImportedTasks) => void
  readonly onClose: () => void
}

/** So much of a file is a list of tasks; what is larger is something else. */
const MAX_LIST_BYTES = 1_000_000
/** So many lines that cannot be read are told one by one. */
const MOST_TOLD = 10
/** So many tasks are shown before they are added. */
const MOST_SHOWN = 20

/** Returns the place where a list of tasks is pasted or read from a file, and looked at before it is added. */
export function ImportTasks({ present, onAdd, onClose }: ImportTasksProps) {
  const { t } = useTexts('checklist')
  const { locale } = useFormat()
  const heading = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [usual, setUsual] = useState<LineType>('YES_NO')
  const [isUnreadable, setUnreadable] = useState(false)
  const words: ImportWords = useMemo(() => wordsOf((key) => t(key)), [t])
  const found = useMemo(() => importedTasks(text, { words, locale, usual, newId: newRequestKey }), [text, words, locale, usual])
  const { tasks, unread } = found
  const isTooMany = present + tasks.length > MAX_TASKS
  const read = async (file: File) => {
    const decoded = file.size > MAX_LIST_BYTES ? null : decodeText(new Uint8Array(await file.arrayBuffer()))
    setUnreadable(decoded === null)
    if (decoded !== null) setText(decoded.text)
  }
  const add = () => {
    onAdd(found)
    setText(leftLines(text, found, words))
    if (unread.length === 0) onClose()
  }
  const save = () => {
    const [header = [], ...rows] = exampleRows(words, [t('import.question'), t('import.measure'), t('import.choice')])
    downloadCsv('tasks.csv', toCsv(header, rows))
  }
  return (
    <section className={classes['import']} aria-labelledby={heading}>
      <h4 id={heading}>{t('import.title')}</h4>
      <p className={classes['help']}>{t('import.help', { columns: Object.values(words.columns).join(' · ') })}</p>
      <TextField name="importedTasks" label={t('import.list')} value={text} onChange={setText} isLong />
      <input
        ref={input}
        type="file"
        className="hidden-text"
        tabIndex={-1}
        aria-label={t('import.file')}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file !== undefined) void read(file)
        }}
      />
      <div className={classes['buttons']}>
        <ActionButton onClick={() => input.current?.click()}>{t('import.file')}</ActionButton>
        <ActionButton onClick={save}>{t('import.example')}</ActionButton>
      </div>
      {isUnreadable && (
        <p role="alert" className={classes['problem']}>
          {t('import.unreadable')}
        </p>
      )}
      <SelectField
        name="usualType"
        label={t('import.usual')}
        value={usual}
        options={LINE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(value) => setUsual(LINE_TYPES.find((one) => one === value) ?? 'YES_NO')}
      />
      {text.trim() !== '' && (
        <div className={classes['found']}>
          <p role="status">{t('import.found', { count: tasks.length })}</p>
          <ol>
            {tasks.slice(0, MOST_SHOWN).map(({ description, type, min, max, unit }, at) => (
              <li key={at}>
                {description}
                <span className={classes['help']}>
                  {' '}
                  {[t(`type.${type}`), min === '' && max === '' ? '' : `${min} – ${max} ${unit}`.trim()]
                    .filter((one) => one !== '')
                    .join(', ')}
                </span>
              </li>
            ))}
          </ol>
          {tasks.length > MOST_SHOWN && <p>…</p>}
          {unread.length > 0 && (
            <ul className={classes['problem']}>
              {unread.slice(0, MOST_TOLD).map(({ line, column, code, value }) => (
                <li key={line}>{t(`import.code.${code}`, { line, column: words.columns[column], value: value.slice(0, 60) })}</li>
              ))}
              {unread.length > MOST_TOLD && <li>{t('import.moreUnread', { count: unread.length - MOST_TOLD })}</li>}
            </ul>
          )}
        </div>
      )}
      {isTooMany && (
        <p role="alert" className={classes['problem']}>
          {t('import.tooMany', { most: MAX_TASKS })}
        </p>
      )}
      <div className={classes['buttons']}>
        <ActionButton isMain isDisabled={tasks.length === 0 || isTooMany} onClick={add}>
          {t('import.add', { count: tasks.length })}
        </ActionButton>
        <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
      </div>
    </section>
  )
}

type WordKey = `task.${keyof ImportWords['columns']}` | `type.${keyof ImportWords['types']}`

function wordsOf(t: (key: WordKey) => string): ImportWords {
  return {
    columns: {
      description: t('task.description'),
      type: t('task.type'),
      min: t('task.min'),
      max: t('task.max'),
      unit: t('task.unit'),
      options: t('task.options'),
      message: t('task.message'),
    },
    types: {
      YES_NO: t('type.YES_NO'),
      MEASUREMENT: t('type.MEASUREMENT'),
      ENTER_TEXT: t('type.ENTER_TEXT'),
      MARK_AS_DONE: t('type.MARK_AS_DONE'),
      SELECT: t('type.SELECT'),
      ATTACH_FILE: t('type.ATTACH_FILE'),
    },
  }
}
