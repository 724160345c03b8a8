import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ReportType } from '#engine/report/reportKind.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import english from './texts/en.json' with { type: 'json' }

/** The words of reports, as they stand in the English file. */
export type ReportTexts = typeof english & { readonly titles: Readonly<Record<ReportType, string>> }

const sameKeys = <Shape extends Readonly<Record<string, string>>>(shape: Shape) =>
  z.strictObject(Object.fromEntries(Object.keys(shape).map((key) => [key, z.string().min(1)])))

const {
  titles,
  sheets,
  bands,
  columns,
  words,
  key,
  trust,
  about,
  api,
  pdf,
  change,
  causes,
  steps,
  story,
  issues,
  via,
  left,
  mail,
  measures,
  dimensions,
  activities,
  keys,
  view,
  energy,
  notes,
  checklist,
  ...single
} = english
const reportTexts = z.strictObject({
  titles: sameKeys(titles),
  sheets: sameKeys(sheets),
  bands: sameKeys(bands),
  columns: sameKeys(columns),
  words: sameKeys(words),
  key: sameKeys(key),
  trust: sameKeys(trust),
  about: sameKeys(about),
  api: sameKeys(api),
  pdf: sameKeys(pdf),
  change: sameKeys(change),
  causes: sameKeys(causes),
  steps: sameKeys(steps),
  story: sameKeys(story),
  issues: sameKeys(issues),
  via: sameKeys(via),
  left: sameKeys(left),
  mail: sameKeys(mail),
  measures: sameKeys(measures),
  dimensions: sameKeys(dimensions),
  activities: sameKeys(activities),
  keys: sameKeys(keys),
  view: sameKeys(view),
  energy: sameKeys(energy),
  notes: sameKeys(notes),
  checklist: sameKeys(checklist),
  ...sameKeys(single).shape,
})

/** The check is made of the English file, so what passes has its shape. */
const checkedTexts = z.custom<ReportTexts>((value) => reportTexts.safeParse(value).success)

const read = (language: Language): ReportTexts =>
  checkedTexts.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'texts', `${language}.json`), 'utf8')))

const TEXTS: ReadonlyMap<string, ReportTexts> = new Map(LANGUAGES.map((language) => [language, read(language)]))

/** Returns the words of reports in the language. */
export function reportTextsOf(language: Language): ReportTexts {
  return TEXTS.get(language) ?? english
}
