import type { Translate } from '#web/texts/translate.ts'
import { useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './ApiKeys.module.css'
import type { Operation, SchemaType } from './documentation.view.ts'
import { ExamplePanel } from './ExamplePanel.tsx'
import { FieldList, TypeEntry } from './TypeEntry.tsx'

type OperationEntryProps = { readonly operation: Operation; readonly types: ReadonlyMap<string, SchemaType> }

/** One query or mutation: name and purpose; opened also arguments, answer and an example. */
export function OperationEntry({ operation, types }: OperationEntryProps) {
  const { t } = useTexts('apiKey')
  const [isOpen, setOpen] = useState(false)
  const { name, kind, description, deprecation } = operation
  return (
    <details className={classes['entry']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={classes['kind']}>{t(`docs.${kind}`)}</span>
        <code>{name}</code>
        {deprecation !== null && <span className={classes['expired']}>{t('docs.deprecated')}</span>}
        {description !== null && (
          <span className={classes['about']} lang="en">
            {description}
          </span>
        )}
      </summary>
      {isOpen && (
        <div className={classes['inside']}>
          {deprecation !== null && <p lang="en">{deprecation}</p>}
          <p className={classes['muted']}>
            {t('docs.right', { right: rightText(t, operation.right) })} {t(operation.isForKeys ? 'docs.forKeys' : 'docs.notForKeys')}
          </p>
          {operation.arguments.length > 0 && (
            <>
              <h3>{t('docs.arguments')}</h3>
              <FieldList fields={operation.arguments} types={types} />
            </>
          )}
          <h3>{t('docs.answer')}</h3>
          <TypeEntry type={operation.answer} types={types} />
          <ExamplePanel operation={operation} />
        </div>
      )}
    </details>
  )
}

function rightText(t: Translate<'apiKey'>, right: string): string {
  return right.includes(' ') ? right : t(`docs.scope.${right}`)
}
