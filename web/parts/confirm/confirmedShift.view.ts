/** A refusal as far as it may name a shift. */
export type Refused = { readonly code: string; readonly params?: Readonly<Record<string, unknown>> | undefined }

/** The confirmed shift that a refusal names; its day as ISO 8601. */
export type NamedShift = { readonly shiftId: number; readonly shift: string; readonly day: string }

/** Returns the first confirmed shift that the refusals name, null where none does. */
export function shiftOf(problems: readonly Refused[]): NamedShift | null {
  for (const { code, params = {} } of problems) {
    const { shiftId, shift, day } = params
    if (code === 'SHIFT_CONFIRMED' && typeof shiftId === 'number' && typeof shift === 'string' && typeof day === 'string')
      return { shiftId, shift, day }
  }
  return null
}
