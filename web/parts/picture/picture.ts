/** What stands above and below a chart in its picture, so that it says by itself what it is of. */
export type PictureWords = {
  /** The first in bold. */
  readonly head: readonly string[]
  readonly foot: readonly string[]
}

const PADDING_PX = 16
/** Pixels of the picture for each of the screen, so that it is sharp on paper. */
const SCALE = 2
/** No browser makes a larger canvas. */
const MOST_PX = 16_000

const XHTML = 'http://www.w3.org/1999/xhtml'

/**
 * Returns a figure as a PNG, as it is drawn: with its fonts, colors and patterns, in light colors whatever the screen has, without what is pressed. Fails
 * where the browser draws no page into a picture.
 */
export async function pictureOf(figure: HTMLElement, words: PictureWords): Promise<Blob> {
  const width = Math.ceil(figure.getBoundingClientRect().width) + 2 * PADDING_PX
  const body = bodyOf(figure, words, width)
  document.body.append(body)
  const height = Math.ceil(body.getBoundingClientRect().height)
  body.remove()
  body.removeAttribute('style')
  const page = document.createElementNS(XHTML, 'body')
  page.style.cssText = `box-sizing: border-box; width: ${width}px; min-height: 0; margin: 0; padding: ${PADDING_PX}px; background: var(--surface)`
  page.append(...body.childNodes)
  const styles = document.createElementNS(XHTML, 'style')
  styles.textContent = await stylesOfPage()
  page.prepend(styles)
  const content = new XMLSerializer().serializeToString(page)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" data-color-scheme="light" lang="${document.documentElement.lang}">` +
    `<foreignObject width="100%" height="100%">${content}</foreignObject></svg>`
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const scale = Math.min(SCALE, MOST_PX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('the browser has no canvas')
  pen.scale(scale, scale)
  pen.drawImage(image, 0, 0)
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/png')
  const blob = await promise
  if (blob === null) throw new Error('the browser made no picture')
  return blob
}

/** A copy of the figure between its words, beside the page, as wide as the picture, so that it can be measured. */
function bodyOf(figure: HTMLElement, { head, foot }: PictureWords, width: number): HTMLElement {
  const body = document.createElement('div')
  body.inert = true
  body.style.cssText = `position: fixed; left: -99999px; top: 0; box-sizing: border-box; width: ${width}px; padding: ${PADDING_PX}px`
  const copy = document.importNode(figure, true)
  for (const one of copy.querySelectorAll('[data-print="no"]')) one.remove()
  copy.removeAttribute('aria-busy')
  copy.style.margin = '0'
  body.append(...head.map((text, at) => line(text, at === 0)), copy, ...foot.map((text) => line(text, false)))
  return body
}

function line(text: string, isBold: boolean): HTMLElement {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  paragraph.style.cssText = `margin: ${isBold ? '0' : '0 0 4px'}; overflow-wrap: anywhere; ${isBold ? 'font-weight: 600; font-size: 16px' : 'color: var(--muted); font-size: 12px'}`
  return paragraph
}

/** Returns the styles of the page with its fonts in them: a picture loads nothing. */
async function stylesOfPage(): Promise<string> {
  const rules: string[] = []
  for (const sheet of document.styleSheets) {
    const base = sheet.href ?? location.href
    for (const rule of sheet.cssRules) rules.push(rule instanceof CSSFontFaceRule ? await withFont(rule.cssText, base) : rule.cssText)
  }
  return rules.join('\n')
}

async function withFont(rule: string, base: string): Promise<string> {
  const found = /url\(["']?([^"')]+)["']?\)/.exec(rule)
  const [written, address] = [found?.[0], found?.[1]]
  if (written === undefined || address === undefined || address.startsWith('data:')) return rule
  const answer = await fetch(new URL(address, base)).catch(() => null)
  // Without the connection the picture has the font of the system.
  if (answer?.ok !== true) return rule
  const bytes = new Uint8Array(await answer.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCodePoint(byte)
  return rule.replace(written, `url(data:font/woff2;base64,${btoa(text)})`)
}
