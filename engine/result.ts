/** An expected refusal as data: a stable code, the field it concerns and the parameters of its text. */
export type Problem = {
  readonly code: string
  readonly field?: string
  readonly params?: Readonly<Record<string, boolean | number | string>>
}
