/** One line of a table by column name, with its number in the file (the header is line 1). */
export type CsvRow = { readonly line: number; readonly fields: ReadonlyMap<string, string> }

/** Returns the rows of a CSV text with a header (RFC 4180: quoted fields may hold commas, quotes and line ends); refuses a row of another length than the header. */
export function parseCsv(text: string): CsvRow[] {
  const [header, ...records] = splitRecords(text.replace(/^\uFEFF/, ''))
  if (header === undefined) throw new Error('The file is empty: a line with the names of its columns is missing.')
  return records.map(({ line, fields }) => {
    if (fields.length !== header.fields.length) {
      throw new Error(`Line ${line} has ${fields.length} fields, the header has ${header.fields.length}.`)
    }
    return { line, fields: new Map(header.fields.map((name, index) => [name.trim(), fields[index] ?? ''])) }
  })
}

type Record = { readonly line: number; readonly fields: readonly string[] }

function splitRecords(text: string): Record[] {
  const records: Record[] = []
  let fields: string[] = []
  let field = ''
  let isQuoted = false
  let line = 1
  let startLine = 1
  const endRecord = () => {
    fields.push(field)
    if (fields.length > 1 || fields[0] !== '') records.push({ line: startLine, fields })
    fields = []
    field = ''
  }
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '\n') line += 1
    if (isQuoted) {
      if (character !== '"') field += character
      else if (text.charAt(index + 1) === '"') field += text.charAt(index++)
      else isQuoted = false
    } else if (character === '"' && field === '') isQuoted = true
    else if (character === ',') {
      fields.push(field)
      field = ''
    } else if (character === '\n') {
      endRecord()
      startLine = line
    } else if (character !== '\r') field += character
  }
  if (isQuoted) throw new Error(`Line ${startLine} opens a quoted field that is never closed.`)
  endRecord()
  return records
}
