/** MQTT packets made by hand: a general client costs several times the measured server. */

const TEN = 10
/** Bytes of a PUBACK and of a CONNACK. */
export const ACKNOWLEDGEMENT_BYTES = 4

/** A PUBLISH packet with places that are overwritten for each message: its id, its instant and the digits of its values. */
export type Template = {
  readonly bytes: Buffer
  readonly idOffset: number
  readonly atOffset: number
  /** Offset of the last digit of each value. */
  readonly digitOffsets: readonly number[]
}

/** Ten values of a machine: [sensor, value]. The last digit of each changes with each message. */
export type Values = Readonly<Record<string, string>>

/** Values of a machine that runs or idles; each ends with a digit that changes. */
export function valuesOf(isRunning: boolean): Values {
  return {
    POWER: isRunning ? '12.30' : '0.40',
    ELECTRIC_CURRENT_A: '18.20',
    ELECTRIC_CURRENT_B: '18.40',
    ELECTRIC_CURRENT_C: '18.10',
    TEMPERATURE: '42.50',
    VIBRATION: '1.310',
    PRESSURE: '6.200',
    BATTERY_LEVEL: '97.1',
    SIGNAL_LEVEL: '-71.1',
    EFFICIENCY: '90.1',
  }
}

/** Returns a QoS 1 PUBLISH of a device. */
export function publishPacket(deviceId: string, number: number, message: object): Buffer {
  return publishBytes(Buffer.from(`v1/devices/${deviceId}/telemetry`), (number % 65_535) + 1, JSON.stringify(message))
}

/** Returns the QoS 1 PUBLISH of a device with one sample of the values. */
export function publishTemplate(deviceId: string, values: Values): Template {
  const topic = Buffer.from(`v1/devices/${deviceId}/telemetry`)
  const payload = `{"at":1700000000000,"values":{${Object.entries(values)
    .map(([sensor, value]) => `"${sensor}":${value}`)
    .join(',')}}}`
  const bytes = publishBytes(topic, 1, payload)
  const payloadOffset = bytes.length - payload.length
  const digitOffsets: number[] = []
  let from = payload.indexOf('"values"')
  for (const value of Object.values(values)) {
    from = payload.indexOf(`:${value}`, from) + value.length
    digitOffsets.push(payloadOffset + from)
  }
  return { bytes, idOffset: payloadOffset - 2, atOffset: payloadOffset + '{"at":'.length, digitOffsets }
}

function publishBytes(topic: Buffer, id: number, payload: string): Buffer {
  const body = Buffer.concat([
    Buffer.of(topic.length >> 8, topic.length & 0xff),
    topic,
    Buffer.of(id >> 8, id & 0xff),
    Buffer.from(payload),
  ])
  return Buffer.concat([Buffer.of(0x32), remainingLength(body.length), body])
}

/** Returns a message from the template: the number of the message gives its id and the digits of its values, which all differ from the message before. */
export function messageOf({ bytes, idOffset, atOffset, digitOffsets }: Template, number: number, at: number): Buffer {
  const packet = Buffer.from(bytes)
  packet.writeUInt16BE((number % 65_535) + 1, idOffset)
  let rest = at
  for (let place = 12; place >= 0; place--) {
    packet[atOffset + place] = 0x30 + (rest % TEN)
    rest = Math.floor(rest / TEN)
  }
  for (let index = 0; index < digitOffsets.length; index++) packet[digitOffsets[index] ?? 0] = 0x30 + ((number * 3 + index) % TEN)
  return packet
}

/** Returns the CONNECT of a device with its secret, without keep-alive. */
export function connectPacket(deviceId: string, secret: string): Buffer {
  const text = (value: string): Buffer => Buffer.concat([Buffer.of(value.length >> 8, value.length & 0xff), Buffer.from(value)])
  const body = Buffer.concat([text('MQTT'), Buffer.of(4, 0b1100_0010, 0, 0), text(`load-${deviceId}`), text(deviceId), text(secret)])
  return Buffer.concat([Buffer.of(0x10), remainingLength(body.length), body])
}

function remainingLength(length: number): Buffer {
  return length < 128 ? Buffer.of(length) : Buffer.of((length % 128) | 0x80, Math.floor(length / 128))
}
