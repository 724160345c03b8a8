import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { listenFree } from './listenFree.ts'

export const CHAT_KEY = 'chat-double-key'

/** What a double of a chat API was sent, and from which key. */
export type ChatAsked = { readonly text: string; readonly tools: readonly unknown[]; readonly authorization: string | undefined }

/** A chat API with tools, of which a test says how it answers. */
export type ChatModelDouble = {
  readonly url: string
  readonly host: string
  readonly asked: ChatAsked[]
  /** Answers the next questions by calling a tool with the arguments. */
  calls(name: string, args: unknown): void
  /** Answers the next questions in words. */
  says(words: string): void
  /** Answers the next questions with the status and text. */
  answers(status: number, text: string): void
  /** Waits before it answers. */
  waits(ms: number): void
  close(): Promise<void>
}

/** Starts the double on a free port of this machine; a question with tools is answered by a call, one without in words. */
export async function startChatModelDouble(): Promise<ChatModelDouble> {
  const state = {
    call: { name: 'choose', args: {} as unknown },
    words: '',
    raw: null as { status: number; text: string } | null,
    waitMs: 0,
  }
  const asked: ChatAsked[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (text) => {
      const body: unknown = JSON.parse(text)
      const tools = typeof body === 'object' && body !== null && 'tools' in body && Array.isArray(body.tools) ? body.tools : []
      asked.push({ text, tools, authorization: request.headers.authorization })
      await setTimeout(state.waitMs, undefined, { ref: false })
      const call = { id: 'call-1', type: 'function', function: { name: state.call.name, arguments: JSON.stringify(state.call.args) } }
      const message = tools.length > 0 ? { role: 'assistant', tool_calls: [call] } : { role: 'assistant', content: state.words }
      response.statusCode = state.raw?.status ?? 200
      response.end(state.raw?.text ?? JSON.stringify({ choices: [{ index: 0, message }] }))
    })
  })
  const port = await listenFree(server)
  const host = `127.0.0.1:${port}`
  return {
    url: `http://${host}/v1/chat/completions`,
    host,
    asked,
    calls: (name, args) => Object.assign(state, { call: { name, args }, raw: null, waitMs: 0 }),
    says: (words) => Object.assign(state, { words, raw: null, waitMs: 0 }),
    answers: (status, text) => Object.assign(state, { raw: { status, text }, waitMs: 0 }),
    waits: (ms) => Object.assign(state, { waitMs: ms }),
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((done) => void server.close(() => done()))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts).toString('utf8')
}
