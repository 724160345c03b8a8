import { CodeLabel } from './CodeLabel.tsx'
import classes from './Printed.module.css'

type ReasonSheetProps = {
  readonly title: string
  readonly help: string
  readonly sections: readonly {
    readonly title: string
    readonly codes: readonly { readonly code: string; readonly name: string }[]
  }[]
}

/** Returns a sheet of A4 with a code to scan for each reason, three beside each other, under the name of what it is for. */
export function ReasonSheet({ title, help, sections }: ReasonSheetProps) {
  return (
    <div className={classes['reasons']}>
      <h1>{title}</h1>
      <p>{help}</p>
      {sections.map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          <div className={classes['reasonCodes']}>
            {section.codes.map(({ code, name }) => (
              <CodeLabel key={code} size="62x29" code={code} title={name} lines={[code]} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
