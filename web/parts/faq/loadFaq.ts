import { readFaqEntry } from '#engine/faq/faqEntry.ts'
import { faqIndex, type FaqIndex } from '#engine/faq/faqSearch.ts'
import { loadChunk } from '#web/base/loadChunk.ts'
import type { Locale } from '#web/ui/locale.ts'

type Files = { readonly files: Readonly<Record<string, string>> }

/** One module a language: nobody loads the entries of five others. */
const LOADERS: Record<Locale, () => Promise<Files>> = {
  en: () => import('./entries/en.ts'),
  uk: () => import('./entries/uk.ts'),
  pl: () => import('./entries/pl.ts'),
  ru: () => import('./entries/ru.ts'),
  es: () => import('./entries/es.ts'),
  uz: () => import('./entries/uz.ts'),
}

const loaded = new Map<Locale, Promise<FaqIndex>>()

/** Returns the entries of the FAQ in the language, read once; what failed to load is tried again when it is asked for again (domain.md HP-4). */
export function loadFaq(locale: Locale): Promise<FaqIndex> {
  const known = loaded.get(locale)
  if (known !== undefined) return known
  const loading = loadChunk(LOADERS[locale]).then(({ files }) => indexOf(files))
  loaded.set(locale, loading)
  loading.catch(() => loaded.delete(locale))
  return loading
}

function indexOf(files: Files['files']): FaqIndex {
  return faqIndex(Object.entries(files).map(([path, text]) => readFaqEntry(path.replace(/^.*\/(.*)\.md$/, '$1'), text)))
}
