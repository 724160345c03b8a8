import sharp from 'sharp'
import type { OutputInfo, Sharp } from 'sharp'
import { Refusal } from '#server/refusal.ts'

/** Width and height of a stored photo: twice the largest circle that shows one. */
export const PHOTO_SIZE = 256
/** A picture that is looked at as a whole: enough to read a drawing. */
export const SHOWN_SIZE = 2048
/** The camera of a good telephone makes fewer; more is a picture that was made to fill a memory. */
const MAX_PIXELS = 50_000_000
const LIMIT_SECONDS = 10
const QUALITY = 82
/** Each holds up to 20 MB until its turn comes. */
const MAX_WAITING = 8

// One picture at a time, by one thread, with nothing kept afterwards: what photos cost is known.
sharp.concurrency(1)
sharp.cache(false)

type Shape = (picture: Sharp) => Sharp
type Encoded = { readonly data: Buffer; readonly info: OutputInfo }

let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Returns the picture re-encoded as a square WebP of PHOTO_SIZE: upright, cropped to its middle, without metadata (place, camera, colour profile,
 * appended files). Refuses PHOTO_NOT_VALID for content other than JPEG, PNG or WebP, and SERVICE_UNAVAILABLE when too many wait.
 */
export async function reencode(bytes: Buffer): Promise<Buffer> {
  const { data } = await inTurn(bytes, (picture) => picture.resize(PHOTO_SIZE, PHOTO_SIZE, { fit: 'cover', position: 'centre' }))
  return data
}

/** A picture as it was made anew; width and height in pixels. */
export type MadePicture = { readonly bytes: Buffer; readonly width: number; readonly height: number }

/** Returns the whole picture as a WebP of at most SHOWN_SIZE in each direction, otherwise like reencode. */
export async function shrink(bytes: Buffer): Promise<MadePicture> {
  const { data, info } = await inTurn(bytes, (picture) =>
    picture.resize(SHOWN_SIZE, SHOWN_SIZE, { fit: 'inside', withoutEnlargement: true }),
  )
  return { bytes: data, width: info.width, height: info.height }
}

/** A picture on paper: sharp enough to see a crack. */
const PAPER_SIZE = 1200

/** Returns the picture as a JPEG for paper, of at most 1,200 pixels in each direction; null = it cannot be read. */
export async function paperPicture(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: LIMIT_SECONDS })
      .resize(PAPER_SIZE, PAPER_SIZE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: QUALITY })
      .toBuffer()
  } catch {
    return null
  }
}

async function inTurn(bytes: Buffer, shape: Shape): Promise<Encoded> {
  if (!isPicture(bytes)) throw new Refusal({ code: 'PHOTO_NOT_VALID' })
  if (waiting >= MAX_WAITING) throw new Refusal({ code: 'SERVICE_UNAVAILABLE' })
  waiting++
  const mine = turn.then(() => encode(bytes, shape)).finally(() => waiting--)
  turn = mine.catch(() => undefined)
  return mine
}

async function encode(bytes: Buffer, shape: Shape): Promise<Encoded> {
  try {
    const whole = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true })
    return await shape(whole.timeout({ seconds: LIMIT_SECONDS }).autoOrient())
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
  } catch (cause) {
    throw new Refusal({ code: 'PHOTO_NOT_VALID' }, { cause })
  }
}

/** By the first bytes, before any library reads more: readers of other formats (SVG, PDF, TIFF) are never reached, whatever the sender calls the file. */
function isPicture(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString('latin1')
  return start.startsWith('\xff\xd8\xff') || start.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF[^]{4}WEBP$/.test(start)
}
