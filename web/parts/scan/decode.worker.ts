import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** What the page sends: a picture under a number of its own. */
export type DecodeRequest = { readonly id: number; readonly image: ImageData }

/** The answer: the text of the QR code; null without one or when the reader could not be loaded. */
export type DecodeAnswer = { readonly id: number; readonly text: string | null; readonly isFailed: boolean }

// Its own file of this server: nothing is asked of strangers.
prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) } })

addEventListener('message', ({ data }: MessageEvent<DecodeRequest>) => {
  void decode(data).then((answer) => postMessage(answer))
})

async function decode({ id, image }: DecodeRequest): Promise<DecodeAnswer> {
  try {
    const [found] = await readBarcodes(image, { formats: ['QRCode', 'MicroQRCode'], tryHarder: true, maxNumberOfSymbols: 1 })
    return { id, text: found?.text ?? null, isFailed: false }
  } catch {
    return { id, text: null, isFailed: true }
  }
}
