import type { FieldProblem, Form } from './useForm.ts'

/** What a field of the kit takes from its form. */
export type BoundField<Name extends string, Value> = {
  readonly name: Name
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly onBlur: () => void
  readonly error: string | null
}

/** Returns name, value, handlers and error of a form's field; `sentenceOf` gives the error's sentence. */
export function fieldOf<Values extends object, Name extends keyof Values & string>(
  form: Form<Values>,
  name: Name,
  sentenceOf: (problem: FieldProblem) => string,
): BoundField<Name, Values[Name]> {
  const problem = form.problem(name)
  return {
    name,
    value: form.values[name],
    onChange: (value) => form.set(name, value),
    onBlur: () => form.touch(name),
    error: problem === null ? null : sentenceOf(problem),
  }
}
