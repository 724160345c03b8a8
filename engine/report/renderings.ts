import type { Language } from '#engine/user/language.ts'
import type { ReportFormat } from './reportKind.ts'

/** A recipient as they are when the report is made. */
export type Reader<Id> = {
  readonly id: Id
  readonly language: Language
  /** Whether the role lets them read the report. */
  readonly mayRead: boolean
  /** Whether it tells them what became of checklists. */
  readonly readsChecklists: boolean
  /** Work centers that they see; null = all of the company. */
  readonly visible: ReadonlySet<number> | null
}

/** One file for all who see the same in the same language. */
export type Rendering<Id> = {
  /** The same for the same file. */
  readonly key: string
  /** Ascending; null = all of the company. */
  readonly workCenterIds: readonly number[] | null
  readonly language: Language
  readonly hasChecklists: boolean
  readonly readers: readonly Id[]
}

/** Returns the files that a report is made as, each for those who may read the same of it in the same language, and who may read nothing of it. */
export function renderingsOf<Id>(
  readers: readonly Reader<Id>[],
  {
    scope,
    language,
    format,
  }: { readonly scope: readonly number[] | null; readonly language: Language | null; readonly format: ReportFormat },
): { readonly renderings: readonly Rendering<Id>[]; readonly withoutRight: readonly Id[] } {
  const byKey = new Map<string, Rendering<Id>>()
  const withoutRight: Id[] = []
  for (const reader of readers) {
    const workCenterIds = common(scope, reader.visible)
    if (!reader.mayRead || workCenterIds?.length === 0) {
      withoutRight.push(reader.id)
      continue
    }
    const own = language ?? reader.language
    const hasChecklists = reader.readsChecklists
    const key = `${own} ${format} ${workCenterIds?.join(',') ?? '*'}${hasChecklists ? ' CHECKLISTS' : ''}`
    const readersOf = [...(byKey.get(key)?.readers ?? []), reader.id]
    byKey.set(key, { key, workCenterIds, language: own, hasChecklists, readers: readersOf })
  }
  return { renderings: [...byKey.values()], withoutRight }
}

function common(scope: readonly number[] | null, visible: ReadonlySet<number> | null): readonly number[] | null {
  if (visible === null) return scope
  return (scope ?? [...visible]).filter((id) => visible.has(id)).toSorted((one, other) => one - other)
}
