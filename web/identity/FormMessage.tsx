import type { ReactNode } from 'react'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { sentenceOf } from './accountAnswer.view.ts'
import classes from './Step.module.css'
import { useIdentityTexts } from './texts.ts'

/** Returns what went wrong that belongs to no field; the place is always there, so that readers announce what appears in it. */
export function FormMessage({ problems, children }: { readonly problems: readonly FieldProblem[]; readonly children?: ReactNode }) {
  const texts = useIdentityTexts()
  return (
    <div role="alert">
      {(problems.length > 0 || children !== undefined) && (
        <div className={classes['message']}>
          <Icon name="alert" />
          <div>
            {problems.map((problem) => (
              <p key={problem.code}>{sentenceOf(texts, problem)}</p>
            ))}
            {children}
          </div>
        </div>
      )}
    </div>
  )
}
