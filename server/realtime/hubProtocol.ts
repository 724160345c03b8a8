import { JsonHubProtocol, MessageType, NullLogger } from '@microsoft/signalr'
import type { HubMessage, IHubProtocol } from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import type { HUB_TARGETS, WorkCentersChanged } from '#engine/workCenter/liveWorkCenter.ts'
import type { JobOrdersChanged } from '#engine/jobOrder/liveOrder.ts'

const RECORD_SEPARATOR = '\x1e'
const protocols = { json: new JsonHubProtocol(), messagepack: new MessagePackHubProtocol() } as const satisfies Record<string, IHubProtocol>

export type ProtocolName = keyof typeof protocols

/** The client's first message: its protocol. Remaining bytes, if any, are messages already. */
export type Handshake = { readonly protocol: ProtocolName; readonly rest: Buffer }

/** Returns the handshake of the client's first bytes; null for one that is not of the SignalR protocol, version 1, in JSON or MessagePack. */
export function readHandshake(bytes: Buffer): Handshake | null {
  const end = bytes.indexOf(RECORD_SEPARATOR)
  if (end < 0) return null
  const asked = parseJson(bytes.toString('utf8', 0, end))
  if (typeof asked !== 'object' || asked === null || !('protocol' in asked) || !('version' in asked) || asked.version !== 1) return null
  const { protocol } = asked
  return protocol === 'json' || protocol === 'messagepack' ? { protocol, rest: bytes.subarray(end + 1) } : null
}

/** Returns the answer to a handshake, with an error or without. */
export function handshakeAnswer(error?: string): string {
  return `${JSON.stringify(error === undefined ? {} : { error })}${RECORD_SEPARATOR}`
}

/** Returns the messages in the bytes; throws on bytes that are none. */
export function readMessages(protocol: ProtocolName, bytes: Buffer): readonly HubMessage[] {
  if (protocol === 'json') return protocols.json.parseMessages(bytes.toString('utf8'), NullLogger.instance)
  const copy = new Uint8Array(bytes)
  return protocols.messagepack.parseMessages(copy.buffer, NullLogger.instance)
}

/** Returns the message in the protocol's bytes: text for JSON, binary for MessagePack. */
export function writeMessage(protocol: ProtocolName, message: HubMessage): string | Buffer {
  const written = protocols[protocol].writeMessage(message)
  return typeof written === 'string' ? written : Buffer.from(written)
}

/** One frame in one protocol, written once for all connections that hear the same; only the sequence number differs. */
export type Frame = (sequence: number) => string | Buffer

/** What a frame tells, but for its sequence number. */
export type FrameBody = Omit<WorkCentersChanged, 'sequence'> | Omit<JobOrdersChanged, 'sequence'>

/** Returns the frame that calls the target; each call with a sequence number costs a copy, not a serialisation. */
export function createFrame(protocol: ProtocolName, target: FrameTarget, body: FrameBody): Frame {
  return protocol === 'json' ? jsonFrame(target, body) : messagePackFrame(target, body)
}

type FrameTarget = typeof HUB_TARGETS.jobOrdersChanged | typeof HUB_TARGETS.workCentersChanged

function jsonFrame(target: FrameTarget, body: FrameBody): Frame {
  const head = `{"type":${MessageType.Invocation},"target":"${target}","arguments":[{"sequence":`
  const tail = `,${JSON.stringify(body).slice(1)}]}${RECORD_SEPARATOR}`
  return (sequence) => head + String(sequence) + tail
}

/** The largest uint32 is written in five bytes, 0xce and the number, and so may be any other number in its place. */
const PLACEHOLDER = 0xffff_ffff
const PLACEHOLDER_BYTES = Buffer.from([0xce, 0xff, 0xff, 0xff, 0xff])

function messagePackFrame(target: FrameTarget, body: FrameBody): Frame {
  const template = Buffer.from(
    protocols.messagepack.writeMessage({
      type: MessageType.Invocation,
      target,
      arguments: [{ sequence: PLACEHOLDER, ...body }],
    }),
  )
  const at = template.indexOf(PLACEHOLDER_BYTES) + 1
  if (at === 0) throw new Error('the sequence number is not where it was written')
  return (sequence) => {
    const copy = Buffer.from(template)
    copy.writeUInt32BE(sequence, at)
    return copy
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
