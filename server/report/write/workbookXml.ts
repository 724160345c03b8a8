import type { ColumnKind } from '../reportModel.ts'

/** How cells look, by their place in the styles of the workbook. */
export const STYLES: Readonly<Record<ColumnKind | 'header', number>> = {
  number: 0,
  text: 0,
  date: 1,
  duration: 2,
  instant: 3,
  percent: 4,
  header: 5,
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org'
const MAIN = `${OFFICE}/spreadsheetml/2006/main`
const RELATIONS = `${OFFICE}/officeDocument/2006/relationships`
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Numbers of formats below 164 are Excel's own. */
const FORMATS = ['yyyy-mm-dd', '[h]:mm:ss', 'yyyy-mm-dd hh:mm:ss', '0.00%']

/** What XML, or a workbook, reads as something else. */
const SPECIAL = /[&<>"]|_x(?=[0-9A-Fa-f]{4}_)/g
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', _x: '_x005F_x' }

/** Returns the text as it stands in XML. */
export function escapeXml(text: string): string {
  return text.replace(SPECIAL, (found) => ESCAPED[found] ?? '')
}

/** Returns the parts of a workbook beside its sheets, with their names: what is in it, its sheets by name, and how cells look. */
export function workbookParts(title: string, sheets: readonly string[]): readonly (readonly [name: string, xml: string])[] {
  const numbers = sheets.map((_name, at) => at + 1)
  const relation = (id: number, type: string, target: string) => `<Relationship Id="rId${id}" Type="${type}" Target="${target}"/>`
  const relations = (all: readonly string[]) =>
    `${HEAD}<Relationships xmlns="${OFFICE}/package/2006/relationships">${all.join('')}</Relationships>`
  const part = (name: string, type: string) => `<Override PartName="/${name}" ContentType="${type}"/>`
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', `${TYPE}.sheet.main+xml`)}${part('xl/styles.xml', `${TYPE}.styles+xml`)}${part('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')}${numbers.map((no) => part(`xl/worksheets/sheet${no}.xml`, `${TYPE}.worksheet+xml`)).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      relations([
        relation(1, `${RELATIONS}/officeDocument`, 'xl/workbook.xml'),
        relation(2, `${OFFICE}/package/2006/relationships/metadata/core-properties`, 'docProps/core.xml'),
      ]),
    ],
    [
      'docProps/core.xml',
      `${HEAD}<cp:coreProperties xmlns:cp="${OFFICE}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:creator>Trueline</dc:creator></cp:coreProperties>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...numbers.map((no) => relation(no, `${RELATIONS}/worksheet`, `worksheets/sheet${no}.xml`)),
        relation(sheets.length + 1, `${RELATIONS}/styles`, 'styles.xml'),
      ]),
    ],
    ['xl/styles.xml', styles()],
  ]
}

/** Returns what stands before the rows of a sheet: a header that stays, and the widths of its columns. */
export function sheetHead(widths: readonly number[]): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')
  return `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns}</cols><sheetData>`
}

/** Returns what stands behind the rows: a filter over all of them, and which cells lead somewhere. */
export function sheetEnd(lastColumn: string, rows: number, linked: readonly string[]): string {
  const links = linked.map((cell, at) => `<hyperlink ref="${cell}" r:id="rId${at + 1}"/>`).join('')
  return `</sheetData><autoFilter ref="A1:${lastColumn}${rows}"/>${links === '' ? '' : `<hyperlinks>${links}</hyperlinks>`}</worksheet>`
}

/** Returns where the linked cells of a sheet lead, in their order. */
export function sheetLinks(addresses: readonly string[]): string {
  const links = addresses.map(
    (address, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/hyperlink" Target="${escapeXml(address)}" TargetMode="External"/>`,
  )
  return `${HEAD}<Relationships xmlns="${OFFICE}/package/2006/relationships">${links.join('')}</Relationships>`
}

/** Returns the name of a column: A to Z, then AA. */
export function columnName(at: number): string {
  const last = String.fromCodePoint(65 + (at % 26))
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last
}

function styles(): string {
  const formats = FORMATS.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')
  const look = (format: number, font: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format > 0 ? ' applyNumberFormat="1"' : ''}${font > 0 ? ' applyFont="1"' : ''}/>`
  const looks = [look(0, 0), ...FORMATS.map((_code, at) => look(164 + at, 0)), look(0, 1)]
  const font = (more: string) => `<font>${more}<sz val="11"/><name val="Calibri"/></font>`
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${FORMATS.length}">${formats}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${looks.length}">${looks.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}
