import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path/posix'

/** A dangling citation: its file, line and text. */
export type Dangling = { readonly path: string; readonly line: number; readonly cited: string }

/** What may be cited: codes of rules, sections of the digest of the specification (`000 §2`), and names of documents. */
export type Citable = {
  readonly codes: ReadonlySet<string>
  readonly sections: ReadonlySet<string>
  readonly documents: ReadonlySet<string>
}

const RULES = ['docs/domain.md', 'docs/screens.md']
const SPECIFICATION = 'docs/specification.md'
const SOURCES = '{engine,server,web,sim,bench,e2e,tools}/**/*.{ts,tsx,mjs,sql,css}'
const DOCUMENTS = '{*.md,docs/**/*.md}'
/** Generated files, and the test of this file, which cites what does not exist. */
const NOT_OURS = /\/(generated|fixtures|node_modules)\/|^server\/db\/schema\.ts$|^tools\/citations\.test\.ts$/

/** A line that defines a rule, with its code. */
const RULE = /^\s*- ([A-Z]{1,3}-\d+[a-z]?)\b/gm
const CODE = /\b[ADEGSU]-\d+[a-z]?\b/g
const SECTIONS = /\b(00[01]) (§\d+(?:(?:,| and) §\d+)*)/g
const DOCUMENT = /[\w-]+\.md\b/g
/** A section of another document; those of standards (`RFC 9110 §8`, `MQTT 3.1.1 §3.1`) can be looked up by anybody. */
const SECTION = /(?<!RFC \d{4} |MQTT 3\.1\.1 )§\s?\d+(\.\d+)*/g

/** Returns what the documents of the project define. */
export function readCitable(root: string): Citable {
  const rules = RULES.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  const lines = rules.split('\n').filter((line) => /^\s*- /.test(line))
  const headings = readFileSync(join(root, SPECIFICATION), 'utf8').matchAll(/^### (00[01] §\d+)/gm)
  return {
    codes: new Set(lines.flatMap((line) => line.match(CODE) ?? [])),
    sections: new Set([...headings].map(([, section]) => section ?? '')),
    documents: new Set(globSync(DOCUMENTS, { cwd: root }).map((path) => basename(path.replaceAll('\\', '/')))),
  }
}

/** Returns the codes that begin more than one line of a document of rules: each rule has one line, with further points below it. */
export function readTwiceDefined(root: string): readonly string[] {
  return RULES.flatMap((path) => twiceDefinedIn(readFileSync(join(root, path), 'utf8')))
}

/** Returns the codes that begin more than one line of the text. */
export function twiceDefinedIn(text: string): readonly string[] {
  const defined = [...text.matchAll(RULE)].map(([, code]) => code ?? '')
  return [...new Set(defined.filter((code, index) => defined.indexOf(code) !== index))]
}

/** Returns every citation in comments and documents of the project that leads to nothing in it, in order of the path. */
export function readDangling(root: string): Dangling[] {
  const citable = readCitable(root)
  return globSync([SOURCES, DOCUMENTS], { cwd: root, exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !NOT_OURS.test(path))
    .toSorted()
    .flatMap((path) => danglingIn(path, readFileSync(join(root, path), 'utf8'), citable))
}

/** Returns the citations of one text that lead nowhere. In sources only comments cite; in a document every line does. */
export function danglingIn(path: string, text: string, { codes, sections, documents }: Citable): Dangling[] {
  const read = path.endsWith('.md') ? text : commentsOf(path, text)
  return read.split('\n').flatMap((line, index) => {
    const cited = [
      ...(line.match(CODE) ?? []).filter((code) => !codes.has(code)),
      ...[...line.matchAll(SECTIONS)].flatMap(([, document = '', list = '']) =>
        (list.match(/§\d+/g) ?? []).map((section) => `${document} ${section}`).filter((section) => !sections.has(section)),
      ),
      ...(line.match(DOCUMENT) ?? []).filter((document) => !documents.has(document)),
      ...(line.replaceAll(SECTIONS, '').match(SECTION) ?? []),
    ]
    return cited.map((one) => ({ path, line: index + 1, cited: one }))
  })
}

/** Returns the text with everything but comments blanked, so that lines keep their numbers. */
function commentsOf(path: string, text: string): string {
  const comment = path.endsWith('.sql') ? /--[^\n]*/g : /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gm
  let end = 0
  let comments = ''
  for (const match of text.matchAll(comment)) {
    comments += text.slice(end, match.index).replaceAll(/[^\n]/g, ' ') + match[0]
    end = match.index + match[0].length
  }
  return comments
}
