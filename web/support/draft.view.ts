/** Returns what was typed as it was kept: of it what the form has, and what is empty for the rest. */
export function draftOf<Values extends object>(kept: string | null, empty: Values): Values {
  const parsed = parsedOf(kept)
  const typed = new Map<string, unknown>()
  for (const [name, value] of Object.entries(empty)) if (typeof parsed[name] === typeof value) typed.set(name, parsed[name])
  return { ...empty, ...Object.fromEntries(typed) }
}

/** Returns what is kept of what is typed; null = nothing is typed. */
export function keptDraft<Values extends object>(values: Values, empty: Values): string | null {
  const text = JSON.stringify(values)
  return text === JSON.stringify(empty) ? null : text
}

function parsedOf(kept: string | null): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(kept ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
