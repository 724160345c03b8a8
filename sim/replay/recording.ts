import { randomStream } from '../random.ts'
import type { CsvRow } from './csv.ts'
import type { Mapping } from './mapping.ts'
import { cellValue } from './mapping.ts'

export type RecordedSample = { readonly at: number; readonly values: Readonly<Record<string, number | null>> }

/** The samples of each device of a recording in the order of the file, which is the order of their arrival. */
export type Recording = ReadonlyMap<string, readonly RecordedSample[]>

/** Returns the recording that the mapping makes of the rows; refuses a row that it cannot read, naming its line. */
export function toRecording(rows: readonly CsvRow[], mapping: Mapping): Recording {
  refuseMissingColumns(rows, mapping)
  const recording = new Map<string, RecordedSample[]>()
  for (const { line, fields } of rows) {
    if (Object.entries(mapping.filter).some(([column, wanted]) => fields.get(column) !== wanted)) continue
    const device = fields.get(mapping.columns.device) ?? ''
    const samples = recording.get(device) ?? []
    recording.set(device, samples)
    try {
      samples.push(toSample(fields, mapping))
    } catch (cause) {
      throw new Error(`Line ${line}: ${cause instanceof Error ? cause.message : String(cause)}.`, { cause })
    }
  }
  if (recording.size === 0) throw new Error('No row of the file passes the filter of the mapping.')
  return recording
}

function toSample(fields: ReadonlyMap<string, string>, mapping: Mapping): RecordedSample {
  const time = fields.get(mapping.columns.time) ?? ''
  // Without an offset the text would be read in the time zone of whoever runs this.
  const at = /(Z|[+-][0-9]{2}:[0-9]{2})$/.test(time) ? Date.parse(time) : Number.NaN
  if (Number.isNaN(at))
    throw new Error(`the column ${mapping.columns.time} has ${JSON.stringify(time)}, which is not an instant with Z or an offset`)
  const values: Record<string, number | null> = {}
  for (const sensor of mapping.sensors) {
    const value = cellValue(sensor, fields.get(sensor.column) ?? '')
    if (value !== undefined) values[sensor.sensor] = value
  }
  return { at, values }
}

function refuseMissingColumns(rows: readonly CsvRow[], mapping: Mapping): void {
  const [first] = rows
  if (first === undefined) throw new Error('The file has no rows below its header.')
  const wanted = {
    'columns.time': mapping.columns.time,
    'columns.device': mapping.columns.device,
    ...Object.fromEntries(Object.keys(mapping.filter).map((column) => [`filter.${column}`, column])),
    ...Object.fromEntries(mapping.sensors.map((sensor, index) => [`sensors.${index}.column`, sensor.column])),
  }
  for (const [field, column] of Object.entries(wanted)) {
    if (!first.fields.has(column))
      throw new Error(
        `The file has no column ${JSON.stringify(column)}, which ${field} of the mapping names; it has ${[...first.fields.keys()].join(', ')}.`,
      )
  }
}

/** Returns the samples as if each had been up to so many minutes on its way; the same for the same seed. */
export function delay(samples: readonly RecordedSample[], minutes: number, seed: string): readonly RecordedSample[] {
  if (minutes === 0) return samples
  const random = randomStream(seed)
  return samples
    .map((sample) => ({ sample, arrivesAt: sample.at + random() * minutes * 60_000 }))
    .sort((left, right) => left.arrivesAt - right.arrivesAt)
    .map(({ sample }) => sample)
}
