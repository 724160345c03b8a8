import type { TestMachine } from './testMachines.ts'

/** Returns a CONNECT packet of MQTT 3.1.1 with the machine's secret. */
export function connectPacket(
  { deviceId, secret }: Pick<TestMachine, 'deviceId' | 'secret'>,
  { clientId = 'raw', isClean = true }: { readonly clientId?: string; readonly isClean?: boolean } = {},
): Buffer {
  const flags = 0b1100_0000 | (isClean ? 0b10 : 0)
  return packet(0x10, Buffer.concat([text('MQTT'), Buffer.of(4, flags, 0, 0), text(clientId), text(deviceId), text(secret)]))
}

/** Returns a PUBLISH packet to the machine's telemetry topic. */
export function publishPacket(
  { deviceId }: Pick<TestMachine, 'deviceId'>,
  message: { readonly packetId: number; readonly qos: 1 | 2; readonly payload: string },
): Buffer {
  const { packetId, qos, payload } = message
  const body = Buffer.concat([text(`v1/devices/${deviceId}/telemetry`), Buffer.of(packetId >> 8, packetId & 0xff), Buffer.from(payload)])
  return packet(0x30 | (qos << 1), body)
}

/** Returns a SUBSCRIBE packet to the topic of the machine's commands. */
export function subscribePacket({ deviceId }: Pick<TestMachine, 'deviceId'>): Buffer {
  return packet(0x82, Buffer.concat([Buffer.of(0, 1), text(`v1/devices/${deviceId}/commands`), Buffer.of(1)]))
}

function packet(head: number, body: Buffer): Buffer {
  const header = [head]
  for (let rest = body.length; ;) {
    header.push((rest % 128) | (rest >= 128 ? 0x80 : 0))
    rest = Math.floor(rest / 128)
    if (rest === 0) return Buffer.concat([Buffer.from(header), body])
  }
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.of(value.length >> 8, value.length & 0xff), Buffer.from(value)])
}
