import { useRef, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OrderImportsDocument } from '#web/api/generated/graphql.ts'
import { uploadImportFile } from '#web/api/importFile.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useSession } from '#web/base/session.ts'
import { downloadCsv } from '#web/parts/csv/downloadCsv.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { templateFile, wordOfFile } from './orderImport.view.ts'
import classes from './ImportWizard.module.css'

/** Returns the first step: a file is chosen, dropped or pasted; and the imports of before, to take up or take back. */
export function FileStep({ onOpen }: { readonly onOpen: (id: number) => void }) {
  const { t } = useTexts('orderImport')
  const format = useFormat()
  const session = useSession()
  const input = useRef<HTMLInputElement>(null)
  const [pasted, setPasted] = useState('')
  const [isOver, setOver] = useState(false)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [recent] = useFreshQuery(
    OrderImportsDocument,
    {},
    { workCenterIds: null, kinds: ['orderImport'] },
    { requestPolicy: 'cache-and-network' },
  )
  const send = async (file: Blob, name: string) => {
    setReading(true)
    setProblem(null)
    const answer = await uploadImportFile(file, name, { accessToken: session.accessToken, tenantId: session.tenantId })
    setReading(false)
    if (typeof answer === 'number') onOpen(answer)
    else setProblem(answer)
  }
  const imports = recent.data?.jobOrdersImports.items ?? []
  return (
    <>
      <p className={classes['phone']}>{t('phone')}</p>
      <div className={classes['wide']}>
        <div
          className={classes['drop']}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            const [file] = event.dataTransfer.files
            if (file !== undefined) void send(file, file.name)
          }}
        >
          <input
            ref={input}
            type="file"
            className="hidden-text"
            tabIndex={-1}
            aria-label={t('file.choose')}
            accept=".csv,.txt,.tsv,.xlsx"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              event.currentTarget.value = ''
              if (file !== undefined) void send(file, file.name)
            }}
          />
          <ActionButton isMain isBusy={isReading} onClick={() => input.current?.click()}>
            {t('file.choose')}
          </ActionButton>
          <p>{t('file.drop')}</p>
          <p className={classes['muted']}>{t('file.limits')}</p>
          <ActionButton onClick={() => downloadCsv('job-orders.csv', templateFile())}>{t('file.template')}</ActionButton>
        </div>
        {problem !== null && (
          <Alert className={classes['problems']}>
            {wordOfFile(problem) === null ? problemText(t, problem) : t(`unreadable.${wordOfFile(problem) ?? 'NO_TABLE'}`)}
          </Alert>
        )}
        <label className={classes['paste']}>
          <span>{t('file.paste')}</span>
          <textarea rows={4} value={pasted} placeholder={t('file.pasteHelp')} onChange={(event) => setPasted(event.currentTarget.value)} />
        </label>
        <div>
          <ActionButton
            isBusy={isReading}
            isDisabled={pasted.trim() === ''}
            onClick={() => void send(new Blob([pasted]), t('file.pasted'))}
          >
            {t('file.read')}
          </ActionButton>
        </div>
      </div>
      {imports.length > 0 && (
        <section className={classes['section']}>
          <h2>{t('recent')}</h2>
          <ul className={classes['recent']}>
            {imports.map(({ id, fileName, state, createdOn, createdBy, rowCount }) => (
              <li key={id}>
                <button type="button" className={classes['link']} onClick={() => onOpen(id)}>
                  {fileName}
                </button>
                <span className={classes['muted']}>
                  {[
                    t(`importState.${state}`),
                    t('facts.rows', { rows: rowCount }),
                    format.dateTime(Date.parse(createdOn)),
                    createdBy?.fullName ?? '',
                  ]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
