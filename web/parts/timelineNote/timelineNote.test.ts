import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { marksOfColumns, marksOfShifts, noteInputOf, notesOfInstants, type TimelineNote, type TimeMark } from './timelineNote.view.ts'

const mark = (sign: string, from: string, to = from): TimeMark => ({ sign, from, to, text: sign, noteId: null })
const shown = (marks: readonly TimeMark[], by: 'DAY' | 'MONTH' | 'WEEK', keys: readonly string[]) =>
  [...marksOfColumns(marks, by, keys)].map(
    ([key, { starts, isInSpan }]) => `${key} ${starts.map(({ sign }) => sign).join('')}${isInSpan ? '–' : ''}`,
  )

describe('marks of a time chart', () => {
  const days = ['2026-05-04', '2026-05-05', '2026-05-07']

  it('stand over the column of their date, several over one', () => {
    assert.deepEqual(shown([mark('1', '2026-05-05'), mark('A', '2026-05-05')], 'DAY', days), ['2026-05-05 1A'])
    assert.deepEqual(shown([mark('1', '2026-05-07')], 'WEEK', ['2026-04-27', '2026-05-04']), ['2026-05-04 1'])
    assert.deepEqual(shown([mark('1', '2026-05-07')], 'MONTH', ['2026-04-01', '2026-05-01']), ['2026-05-01 1'])
  })

  it('stand at the next column where nothing was measured on their date, at the last one where none follows', () => {
    assert.deepEqual(shown([mark('1', '2026-05-06')], 'DAY', days), ['2026-05-07 1'])
    assert.deepEqual(shown([mark('1', '2026-05-09')], 'DAY', days), ['2026-05-07 1'])
    assert.deepEqual(shown([mark('1', '2026-05-06')], 'DAY', []), [])
  })

  it('lie over all columns of a span, which begins at the first one where it began before', () => {
    assert.deepEqual(shown([mark('1', '2026-05-01', '2026-05-05')], 'DAY', days), ['2026-05-04 1–', '2026-05-05 –'])
    assert.deepEqual(shown([mark('1', '2026-05-05', '2026-05-06')], 'DAY', days), ['2026-05-05 1'])
  })
})

describe('notes along the clock', () => {
  const hours = [8, 9, 11].map((hour) => ({ key: `${hour}h`, start: Date.UTC(2026, 4, 5, hour), end: Date.UTC(2026, 4, 5, hour + 1) }))
  const note = (start: string, end: string | null = null): TimelineNote => ({
    id: start,
    text: start,
    start: `2026-05-05T${start}:00Z`,
    end: end === null ? null : `2026-05-05T${end}:00Z`,
    dateFrom: '2026-05-05',
    dateTo: '2026-05-05',
    workCenterId: null,
    groupId: null,
    reasonId: null,
    author: null,
  })
  const over = (notes: readonly TimelineNote[]) =>
    [...notesOfInstants(notes, hours)].map(
      ([key, { starts, isInSpan }]) => `${key} ${starts.map(({ sign }) => sign).join('')}${isInSpan ? '–' : ''}`,
    )

  it('stand at the column in which they begin, two in one too, at the next one where nothing is there', () => {
    assert.deepEqual(over([note('09:00'), note('09:59')]), ['9h 12'])
    assert.deepEqual(over([note('10:30')]), ['11h 1'])
    assert.deepEqual(over([note('07:00')]), [])
    assert.deepEqual(over([note('12:00')]), [])
  })

  it('lie over all columns that a span touches, from the first one where it began before', () => {
    assert.deepEqual(over([note('08:30', '09:01')]), ['8h 1–', '9h –'])
    assert.deepEqual(over([note('06:00', '08:10'), note('09:30', '11:00')]), ['8h 1–', '9h 2–'])
    assert.deepEqual(over([note('06:00', '07:10')]), [])
  })
})

describe('the shifts of a date', () => {
  it('have the sign of a note at the first, and a span over all of them', () => {
    const mark = (sign: string, from: string, to: string): TimeMark => ({ sign, from, to, text: '', noteId: null })
    const marks = [mark('1', '2026-05-04', '2026-05-05'), mark('2', '2026-05-06', '2026-05-06')]
    const dates = ['2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07']
    const columns = dates.flatMap((date) => ['a', 'b'].map((shift) => ({ key: `${date.slice(-2)}${shift}`, date })))
    const over = marksOfShifts(columns, marksOfColumns(marks, 'DAY', dates))
    assert.deepEqual(
      [...over].map(([key, { starts, isInSpan }]) => `${key} ${starts.map(({ sign }) => sign).join('')}${isInSpan ? '–' : ''}`),
      ['04a 1–', '04b –', '05a –', '05b –', '06a 2'],
    )
  })
})

describe('a note that is filled in', () => {
  const fields = { text: ' New nozzle ', start: '2026-05-04T06:30', end: '', place: '', reasonId: '' }

  it('is of instants by the clock of the company', () => {
    assert.deepEqual(noteInputOf(fields, 'Europe/Kyiv'), { text: 'New nozzle', start: '2026-05-04T03:30:00.000Z' })
  })

  it('names what it is about', () => {
    const input = noteInputOf({ ...fields, end: '2026-05-05T00:00', place: 'w7', reasonId: '3' }, 'UTC')
    assert.deepEqual(input, {
      text: 'New nozzle',
      start: '2026-05-04T06:30:00.000Z',
      end: '2026-05-05T00:00:00.000Z',
      workCenterId: 7,
      reasonId: 3,
    })
    assert.equal(noteInputOf({ ...fields, place: 'g3' }, 'UTC').groupId, 3)
  })
})
