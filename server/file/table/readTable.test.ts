import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { Refusal } from '#server/refusal.ts'
import { decodeText } from '#engine/table/decodeText.ts'
import { MAX_ROWS, MAX_UNPACKED_BYTES, readTable } from './readTable.ts'

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding))
const cellsOf = async (bytes: Uint8Array, sheet: string | null = null) => {
  const { headers, rows } = await readTable(bytes, { sheet })
  return [headers, ...rows.map(({ cells }) => cells)]
}
const refusalOf = async (bytes: Uint8Array): Promise<string> => {
  try {
    await readTable(bytes)
    return 'read'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `${error.code} ${error.params['reason'] ?? error.params['what']}`
  }
}
/** The letters of a code page, as its files hold them. */
const inCodePage = (text: string, encoding: string) => {
  const page = new Map(Array.from({ length: 256 }, (_none, byte) => [new TextDecoder(encoding).decode(new Uint8Array([byte])), byte]))
  return new Uint8Array([...text].map((letter) => page.get(letter) ?? 0x3f))
}
/** An archive with one entry that says to be small. */
const archiveOf = (name: string, packed: Uint8Array) => {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(10, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return new Uint8Array(Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]))
}

describe('a file of rows', () => {
  it('is read whatever its delimiter and the ends of its lines', async () => {
    const wanted = [
      ['Code', 'Qty'],
      ['A', '1,5'],
      ['B', '2'],
    ]
    assert.deepEqual(await cellsOf(bytesOf('Code;Qty\r\nA;1,5\nB;2\r')), wanted)
    assert.deepEqual(await cellsOf(bytesOf('Code\tQty\nA\t1,5\r\nB\t2')), wanted)
    assert.deepEqual(await cellsOf(bytesOf('sep=;\r\nCode;Qty\r\n\r\nA;1,5\r\n;\r\nB;2\r\n')), wanted)
    assert.deepEqual(await cellsOf(bytesOf('"Code","Qty"\n"A","1,5"\n"B",2\n')), wanted)
    assert.deepEqual(await cellsOf(bytesOf('a;b\n"x;""y""\nz";2')), [
      ['a', 'b'],
      ['x;"y"\nz', '2'],
    ])
  })

  it('knows the line of each row, and leaves empty lines out', async () => {
    const { rows } = await readTable(bytesOf('Code;Qty\n\nA;1\n;\nB;2'))
    assert.deepEqual(
      rows.map(({ no }) => no),
      [3, 5],
    )
  })

  it('is read in the encodings of six languages', async () => {
    const polish = 'Nr;Ilość\nZażółć gęślą jaźń;5'
    const ukrainian = 'Номер;Кількість\nЗамовлення їжак;5'
    const spanish = 'Número;Tamaño\nAñadir pingüino;5'
    assert.deepEqual(decodeText(bytesOf(polish)), { text: polish, encoding: 'UTF-8' })
    assert.deepEqual(decodeText(bytesOf(`\ufeff${polish}`, 'utf16le')), { text: polish, encoding: 'UTF-16LE' })
    assert.deepEqual(decodeText(bytesOf(spanish, 'utf16le')), { text: spanish, encoding: 'UTF-16LE' })
    const bigEndian = new Uint8Array(Buffer.from(`\ufeff${spanish}`, 'utf16le').swap16())
    assert.deepEqual(decodeText(bigEndian), { text: spanish, encoding: 'UTF-16BE' })
    assert.deepEqual(decodeText(inCodePage(polish, 'windows-1250')), { text: polish, encoding: 'Windows-1250' })
    assert.deepEqual(decodeText(inCodePage(ukrainian, 'windows-1251')), { text: ukrainian, encoding: 'Windows-1251' })
    assert.deepEqual(decodeText(inCodePage(spanish, 'windows-1252')), { text: spanish, encoding: 'Windows-1252' })
    assert.deepEqual(await cellsOf(inCodePage(polish, 'windows-1250')), [
      ['Nr', 'Ilość'],
      ['Zażółć gęślą jaźń', '5'],
    ])
  })

  it('is refused with the reason where it is none', async () => {
    assert.equal(await refusalOf(new Uint8Array()), 'IMPORT_FILE_NOT_READABLE EMPTY')
    assert.equal(await refusalOf(bytesOf(' \r\n;;\n')), 'IMPORT_FILE_NOT_READABLE EMPTY')
    assert.equal(await refusalOf(bytesOf('Code;Qty\n')), 'IMPORT_FILE_NOT_READABLE NO_ROWS')
    assert.equal(await refusalOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2])), 'IMPORT_FILE_NOT_READABLE OLD_WORKBOOK')
    assert.equal(await refusalOf(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9, 9])), 'IMPORT_FILE_NOT_READABLE DAMAGED')
    for (let round = 0; round < 20; round++) {
      const noise = randomBytes(3000)
      noise[0] = 1
      assert.equal(await refusalOf(new Uint8Array(noise)), 'IMPORT_FILE_NOT_READABLE NO_TABLE')
    }
  })

  it('has bounds', async () => {
    const lines = (count: number) => bytesOf(`Code;Qty\n${'A;1\n'.repeat(count)}`)
    assert.equal((await readTable(lines(MAX_ROWS))).rows.length, MAX_ROWS)
    assert.equal(await refusalOf(lines(MAX_ROWS + 1)), 'IMPORT_TOO_LARGE ROWS')
    assert.equal(await refusalOf(bytesOf(`${'a;'.repeat(100)}z\n${'1;'.repeat(100)}2`)), 'IMPORT_TOO_LARGE COLUMNS')
    assert.equal(await refusalOf(new Uint8Array(5 * 1024 * 1024 + 1).fill(65)), 'IMPORT_TOO_LARGE BYTES')
  })
})

describe('a workbook', () => {
  it('gives values: numbers as they are, dates as clocks show them, results of formulas', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Orders',
          rows: [
            ['Code', 'Qty', 'Due'],
            ['A', 1250.5, new Date(Date.UTC(2026, 4, 3, 6))],
            ['=1+1', '1.250', true],
          ],
          cells: new Map([['3,1', { value: 3, formula: '1+2' }]]),
        },
      ],
    })
    assert.deepEqual(await cellsOf(bytes), [
      ['Code', 'Qty', 'Due'],
      ['A', 1250.5, '2026-05-03T06:00:00'],
      ['=1+1', '1.250', 'true'],
    ])
  })

  it('of several sheets is read from the first that holds a table, or from the one that is named', async () => {
    const table = (code: string) => [
      ['Code', 'Qty'],
      [code, 1],
    ]
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['Only a note']] },
        { name: 'May', rows: table('A') },
        { name: 'June', rows: table('B') },
      ],
    })
    const { sheet, sheets } = await readTable(bytes)
    assert.deepEqual([sheet, sheets], ['May', ['Notes', 'May', 'June']])
    assert.deepEqual(await cellsOf(bytes, 'June'), [
      ['Code', 'Qty'],
      ['B', 1],
    ])
  })

  it('is refused that unpacks to more than it may, whatever it says of itself', async () => {
    const bomb = archiveOf('xl/workbook.xml', deflateRawSync(Buffer.alloc(MAX_UNPACKED_BYTES + 1)))
    assert.ok(bomb.length < 100_000)
    assert.equal(await refusalOf(bomb), 'IMPORT_TOO_LARGE UNPACKED')
  })

  it('is refused with too many rows or columns', async () => {
    const wide = await writeXlsx({
      sheets: [{ name: 'A', rows: [Array.from({ length: 101 }, (_none, at) => `h${at}`), Array.from({ length: 101 }, () => 1)] }],
    })
    assert.equal(await refusalOf(wide), 'IMPORT_TOO_LARGE COLUMNS')
    const long = await writeXlsx({ sheets: [{ name: 'A', rows: [['h'], ...Array.from({ length: MAX_ROWS + 1 }, () => [1])] }] })
    assert.equal(await refusalOf(long), 'IMPORT_TOO_LARGE ROWS')
  })
})
