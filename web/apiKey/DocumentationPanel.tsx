import { useDeferredValue, useMemo, useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './ApiKeys.module.css'
import { CodeBlock } from './CodeBlock.tsx'
import { hubSnippet, operationsByArea, snippetOf, telemetrySnippet } from './documentation.view.ts'
import { OperationEntry } from './OperationEntry.tsx'
import { useDocumentation } from './useDocumentation.ts'

const FIRST_EXAMPLE = { query: '{ workCenters { id name deviceId } }', variables: {} }

/** Returns the documentation of the API: how to ask, every operation with an example that runs, every code of a refusal, and the other entrances. */
export default function DocumentationPanel() {
  const { t } = useTexts('apiKey')
  const { documentation, isFailed, retry } = useDocumentation()
  const [words, setWords] = useState('')
  const wanted = useDeferredValue(words)
  const areas = useMemo(() => operationsByArea(documentation?.operations ?? [], wanted), [documentation, wanted])
  const types = useMemo(() => new Map(documentation?.types.map((type) => [type.name, type])), [documentation])
  if (isFailed) return <PanelError title={t('docs.failed')} retryLabel={t('state.retry')} onRetry={retry} />
  if (documentation === null) return <p role="status">{t('state.loading')}</p>
  return (
    <section className={classes['panel']} aria-label={t('tab.docs')}>
      <div className={classes['start']}>
        <h2>{t('docs.start')}</h2>
        <p>{t('docs.startText')}</p>
        <CodeBlock label={t('docs.start')} code={snippetOf('curl', { right: 'member', example: FIRST_EXAMPLE }, location.origin)} />
        <p className={classes['muted']}>{t('docs.limits')}</p>
        <p className={classes['muted']}>{t('docs.schema')}</p>
        <CodeBlock
          label={t('docs.schema')}
          code={`curl ${location.origin}/api/schema.graphql -H "authorization: Bearer $TRUELINE_KEY" > schema.graphql`}
        />
      </div>
      <div className={classes['search']}>
        <TextField name="q" type="search" label={t('docs.search')} value={words} onChange={setWords} />
      </div>
      {areas.map(({ area, operations }) => (
        <section key={area} className={classes['area']} aria-label={area}>
          <h2>{area}</h2>
          {operations.map((operation) => (
            <OperationEntry key={operation.name} operation={operation} types={types} />
          ))}
        </section>
      ))}
      {areas.length === 0 && <p role="status">{t('docs.nothing')}</p>}
      <section className={classes['start']} aria-label={t('docs.hub')}>
        <h2>{t('docs.hub')}</h2>
        <p>{t('docs.hubText')}</p>
        <CodeBlock label={t('docs.hub')} code={hubSnippet(location.origin)} />
        <h2>{t('docs.telemetry')}</h2>
        <p>{t('docs.telemetryText')}</p>
        <CodeBlock label={t('docs.telemetry')} code={telemetrySnippet(location.origin)} />
      </section>
      <section className={classes['start']} aria-label={t('docs.errors')}>
        <h2>{t('docs.errors')}</h2>
        <p>{t('docs.errorsText')}</p>
        <dl className={classes['codes']}>
          {documentation.errors.map(({ code, meaning }) => (
            <div key={code}>
              <dt>
                <code>{code}</code>
              </dt>
              <dd lang="en">{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </section>
  )
}
