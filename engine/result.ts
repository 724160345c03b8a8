/** An expected refusal as data: a stable code, the field it concerns and the parameters of its text (style.md 18). */
export type Problem = {
  readonly code: string
  readonly field?: string
  readonly params?: Readonly<Record<string, string | number>>
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] }

/** Returns a successful result. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** Returns a refusal with one problem or several. */
export function refuse<T>(...problems: Problem[]): Result<T> {
  return { ok: false, problems }
}
