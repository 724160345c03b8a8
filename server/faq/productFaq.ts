import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type FaqEntry, readFaqEntry } from '#engine/faq/faqEntry.ts'
import { refusalsOfEntry } from '#engine/faq/refusalEntries.ts'

const FOLDER = join(import.meta.dirname, '../../docs/faq')

/** An entry of the product's FAQ, with the codes of the refusals that it explains. */
export type ProductFaqEntry = FaqEntry & { readonly refusals: readonly string[] }

const read = new Map<string, readonly ProductFaqEntry[]>()

/** Returns the product's entries in one of its languages, by their ids; the files are read once (domain.md HP-4). */
export function productFaq(language: string): readonly ProductFaqEntry[] {
  const known = read.get(language)
  if (known !== undefined) return known
  const files = globSync('*.md', { cwd: join(FOLDER, language) }).toSorted()
  const entries = files.map((file) => {
    const id = basename(file, '.md')
    return { ...readFaqEntry(id, readFileSync(join(FOLDER, language, file), 'utf8')), refusals: refusalsOfEntry(id) }
  })
  read.set(language, entries)
  return entries
}
