import { Refusal } from '#server/refusal.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Returns what the work returns. Where two people store the same value at once, the second one is refused as NOT_UNIQUE with its field, by the name of the
 * unique index that said so.
 */
export async function refusingTwins<T>(fields: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const field = fields[violatedConstraint(error) ?? '']
    if (field === undefined) throw error
    throw new Refusal({ code: 'NOT_UNIQUE', field, params: { value: '' } }, { cause: error })
  }
}

/** Returns the name of the unique index that refused a row; null = the error is another one. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== UNIQUE_VIOLATION) return null
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null
}
