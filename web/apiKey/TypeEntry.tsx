import { useState } from 'react'
import classes from './ApiKeys.module.css'
import { typeName, type SchemaType } from './documentation.view.ts'

type Types = ReadonlyMap<string, SchemaType>
type Fields = SchemaType['fields'] | readonly Omit<SchemaType['fields'][number], 'arguments'>[]

/** Returns fields or arguments with their types, which open in place. */
export function FieldList({ fields, types }: { readonly fields: Fields; readonly types: Types }) {
  return (
    <dl className={classes['fields']}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            <code>{field.name}</code>
          </dt>
          <dd>
            {field.type !== '' && <TypeEntry type={field.type} types={types} />}
            {field.default !== null && <code className={classes['muted']}> = {field.default}</code>}
            {field.description !== null && <span lang="en">{field.description}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the name of a type; one that consists of fields or values opens to show them. */
export function TypeEntry({ type, types }: { readonly type: string; readonly types: Types }) {
  const [isOpen, setOpen] = useState(false)
  const described = types.get(typeName(type))
  if (described === undefined || described.fields.length === 0) {
    return (
      <code className={classes['type']} title={described?.description ?? undefined}>
        {type}
      </code>
    )
  }
  return (
    <details className={classes['nested']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code className={classes['type']}>{type}</code>
      </summary>
      {isOpen && (
        <>
          {described.description !== null && <p lang="en">{described.description}</p>}
          <FieldList fields={described.fields} types={types} />
        </>
      )}
    </details>
  )
}
