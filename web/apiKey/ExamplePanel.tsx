import { useState } from 'react'
import { useClient } from 'urql'
import { problemsOf } from '#web/api/problems.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { SNIPPETS, snippetOf, type Operation, type Snippet } from './documentation.view.ts'

const SNIPPET_NAMES: Record<Snippet, string> = { graphql: 'GraphQL', curl: 'curl', javascript: 'JavaScript' }

/** Returns the example of an operation as text for a client, a shell and a program; a query can be run here, with the viewer's own rights. */
export function ExamplePanel({ operation }: { readonly operation: Operation }) {
  const { t } = useTexts('apiKey')
  const client = useClient()
  const [kind, setKind] = useState<Snippet>('graphql')
  const [answer, setAnswer] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const { data, error } = await client
      .query(operation.example.query, { ...operation.example.variables }, { requestPolicy: 'network-only' })
      .toPromise()
    setBusy(false)
    setAnswer(JSON.stringify(error === undefined ? { data: data as unknown } : { errors: problemsOf(error) }, withoutTypeNames, 2))
  }
  return (
    <>
      <h3>{t('docs.example')}</h3>
      <ChoiceGroup
        label={t('docs.example')}
        isLabelHidden
        value={kind}
        choices={SNIPPETS.map((value) => ({ value, label: SNIPPET_NAMES[value] }))}
        onChange={setKind}
      />
      <CodeBlock label={`${SNIPPET_NAMES[kind]} ${operation.name}`} code={snippetOf(kind, operation, location.origin)}>
        {operation.isRunnable && (
          <ActionButton isMain isBusy={isBusy} onClick={() => void run()}>
            {t('docs.run')}
          </ActionButton>
        )}
      </CodeBlock>
      <div role="status">{answer !== null && <CodeBlock label={t('docs.result')} code={answer} canCopy={false} />}</div>
    </>
  )
}

/** The client asks for the names of types for its own sake. */
function withoutTypeNames(key: string, value: unknown): unknown {
  return key === '__typename' ? undefined : value
}
