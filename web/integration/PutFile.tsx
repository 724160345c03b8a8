import { useRef, useState } from 'react'
import { PutIntegrationFileDocument, type IntegrationCardFragment } from '#web/api/generated/graphql.ts'
import { uploadImportFile } from '#web/api/importFile.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useSession } from '#web/base/session.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './Integrations.module.css'

type PutFileProps = {
  readonly integrationId: string
  readonly isMain?: boolean
  readonly onPut: (integration: IntegrationCardFragment) => void
}

/** Returns the button that puts a file of orders into an integration, and why a file was refused. */
export function PutFile({ integrationId, isMain = false, onPut }: PutFileProps) {
  const { t } = useTexts('integration')
  const session = useSession()
  const input = useRef<HTMLInputElement>(null)
  const put = useChange(PutIntegrationFileDocument)
  const [isReading, setReading] = useState(false)
  const [refused, setRefused] = useState<ApiProblem | null>(null)
  const send = async (file: File) => {
    setReading(true)
    setRefused(null)
    put.forget()
    const answer = await uploadImportFile(file, file.name, { accessToken: session.accessToken, tenantId: session.tenantId })
    setReading(false)
    if (typeof answer !== 'number') return setRefused(answer)
    const { data } = await put.run({ integrationId, uploadId: answer })
    if (data != null) onPut(data.putIntegrationFile)
  }
  const problems = refused === null ? put.problems : [refused]
  return (
    <>
      <input
        ref={input}
        type="file"
        className="hidden-text"
        tabIndex={-1}
        aria-label={t('file.put')}
        accept=".csv,.txt,.tsv,.xlsx"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file !== undefined) void send(file)
        }}
      />
      <ActionButton isMain={isMain} isBusy={isReading || put.isBusy} onClick={() => input.current?.click()}>
        {t('file.put')}
      </ActionButton>
      {problems.map((problem) => (
        <p key={`${problem.code} ${JSON.stringify(problem.params)}`} role="alert" className={classes['problem']}>
          <Explained>{problemText(t, problem)}</Explained>
          {problem.code.startsWith('IMPORT_COLUMN') && ` ${t('file.wizard')}`}
        </p>
      ))}
    </>
  )
}
