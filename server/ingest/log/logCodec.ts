import { crc32 } from 'node:zlib'
import type { DeviceId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { SampleColumns } from '#engine/sensor/sampleColumns.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'
import { ByteReader, ByteWriter } from '#server/sensor/byteWriter.ts'
import { sensorKeyOf } from '#server/sensor/sensorKey.ts'
import { SampleList } from '../decode/sampleList.ts'

/** The samples that one device delivered at once, as the log keeps them. */
export type LogRecord = { readonly deviceId: DeviceId; readonly receivedAt: number; readonly samples: SampleColumns }

/** The bytes of one log row and their checksum. */
export type LogBytes = { readonly bytes: Buffer; readonly crc32: number }

const FORMAT = 1
/** Kinds of a value, in the two low bits beside the sensor's number; 0 as the sensor's number introduces a new one. */
const KIND_NULL = 0
const KIND_INTEGER = 1
const KIND_THOUSANDTHS = 2
const KIND_FLOAT = 3
const MAX_COMPACT = 2 ** 45

/**
 * Collects the deliveries of one flush into one log row. Devices and sensors are written out once a row and referred to by number;
 * a message of ten values takes about 45 bytes.
 */
export class LogBatch {
  readonly #writer = new ByteWriter(4096)
  readonly #devices = new Map<DeviceId, number>()
  readonly #sensors = new Map<SensorKey, number>()
  #receivedAt = 0
  #at = 0
  #count = 0

  /** How many deliveries are in it. */
  get count(): number {
    return this.#count
  }

  add({ deviceId, receivedAt, samples }: LogRecord): void {
    const writer = this.#writer
    if (this.#count++ === 0) writer.byte(FORMAT)
    this.#writeDevice(deviceId)
    writer.signed(receivedAt - this.#receivedAt)
    this.#receivedAt = receivedAt
    writer.varint(samples.length)
    for (let index = 0; index < samples.length; index++) this.#writeSample(samples, index)
  }

  /** Returns the row's bytes and starts a new row. */
  take(): LogBytes {
    const bytes = this.#writer.take()
    this.#devices.clear()
    this.#sensors.clear()
    this.#receivedAt = 0
    this.#at = 0
    this.#count = 0
    return { bytes, crc32: crc32(bytes) }
  }

  #writeDevice(deviceId: DeviceId): void {
    const known = this.#devices.get(deviceId)
    if (known !== undefined) return this.#writer.varint(known)
    this.#devices.set(deviceId, this.#devices.size + 1)
    this.#writer.byte(0)
    this.#writer.bytes(Buffer.from(deviceId.replaceAll('-', ''), 'hex'))
  }

  #writeSample({ instants, sensors, values }: SampleColumns, index: number): void {
    const writer = this.#writer
    const value = values[index] ?? Number.NaN
    const at = instants[index] ?? 0
    const kind = kindOf(value)
    this.#writeHead(sensors[index], kind)
    writer.signed(at - this.#at)
    this.#at = at
    if (kind === KIND_INTEGER) writer.signed(value)
    else if (kind === KIND_THOUSANDTHS) writer.signed(Math.round(value * 1000))
    else if (kind === KIND_FLOAT) writer.float64(value)
  }

  #writeHead(sensor: SensorKey | undefined, kind: number): void {
    if (sensor === undefined) throw new RangeError('a sample has no sensor')
    const writer = this.#writer
    const known = this.#sensors.get(sensor)
    writer.varint((known ?? 0) * 4 + kind)
    if (known !== undefined) return
    this.#sensors.set(sensor, this.#sensors.size + 1)
    const name = Buffer.from(sensor, 'latin1')
    writer.byte(name.length)
    writer.bytes(name)
  }
}

/** Returns the deliveries of a log row, in their order; throws on a wrong checksum or format. */
export function decodeLogBytes({ bytes, crc32: expected }: { readonly bytes: Uint8Array; readonly crc32: number }): LogRecord[] {
  if (crc32(bytes) !== expected) throw new Error('the log row does not have its checksum')
  const reader = new ByteReader(bytes)
  const format = reader.byte()
  if (format !== FORMAT) throw new Error(`the log row has the unknown format ${format}`)
  const devices: DeviceId[] = []
  const sensors: SensorKey[] = []
  const records: LogRecord[] = []
  const last = { receivedAt: 0, at: 0 }
  while (!reader.isAtEnd) {
    const deviceId = readDevice(reader, devices)
    last.receivedAt += reader.signed()
    const samples = new SampleList()
    for (let left = reader.varint(); left > 0; left--) readSample(reader, sensors, last, samples)
    records.push({ deviceId, receivedAt: last.receivedAt, samples })
  }
  return records
}

function kindOf(value: number): number {
  if (Number.isNaN(value)) return KIND_NULL
  if (Math.abs(value) < MAX_COMPACT && !Object.is(value, -0)) {
    if (Number.isInteger(value)) return KIND_INTEGER
    if (Math.round(value * 1000) / 1000 === value) return KIND_THOUSANDTHS
  }
  return KIND_FLOAT
}

function readDevice(reader: ByteReader, devices: DeviceId[]): DeviceId {
  const known = reader.varint()
  if (known > 0) {
    const deviceId = devices[known - 1]
    if (deviceId === undefined) throw new RangeError('a device was not introduced')
    return deviceId
  }
  const hex = Buffer.from(reader.bytes(16)).toString('hex')
  const deviceId = asId<DeviceId>(`${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`)
  devices.push(deviceId)
  return deviceId
}

function readSample(reader: ByteReader, sensors: SensorKey[], last: { at: number }, into: SampleList): void {
  const head = reader.varint()
  const kind = head % 4
  const known = (head - kind) / 4
  if (known === 0) sensors.push(readSensor(reader))
  const sensor = sensors[known === 0 ? sensors.length - 1 : known - 1]
  if (sensor === undefined) throw new RangeError('a sensor was not introduced')
  last.at += reader.signed()
  into.add(last.at, sensor, readValue(reader, kind))
}

function readSensor(reader: ByteReader): SensorKey {
  const name = Buffer.from(reader.bytes(reader.byte())).toString('latin1')
  const sensor = sensorKeyOf(name)
  if (sensor === null) throw new RangeError(`"${name}" is not a sensor key`)
  return sensor
}

function readValue(reader: ByteReader, kind: number): number {
  if (kind === KIND_NULL) return Number.NaN
  if (kind === KIND_INTEGER) return reader.signed()
  return kind === KIND_THOUSANDTHS ? reader.signed() / 1000 : reader.float64()
}
