import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Config } from '#server/config.ts'

type Settings = Pick<Config, 'openId' | 'analyticsId' | 'registration' | 'termsUrl' | 'privacyUrl'>

/** A page as it is sent, plain and compressed. */
export type SentPage = { readonly html: string; readonly brotli: Buffer; readonly etag: string }

/** Reads a page; null while it is not built. */
export type PageReader = () => Promise<SentPage | null>

/** Returns a reader of a built page with the screens' settings in its head; null while the page does not exist. Reads a newly built page again. */
export function createPageReader(path: string, settings: Settings): PageReader {
  let kept: { readonly builtAt: number; readonly page: SentPage } | null = null
  return async () => {
    const builtAt = await stat(path).then(
      (file) => file.mtimeMs,
      () => null,
    )
    if (builtAt === null) return null
    if (kept?.builtAt === builtAt) return kept.page
    const html = withSettings(await readFile(path, 'utf8'), settings)
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`
    const page = { html, brotli: brotliCompressSync(html), etag }
    kept = { builtAt, page }
    return page
  }
}

/** Returns the page with the settings as `<meta name="trueline-settings">`, where web/base/clientSettings.ts reads them. */
export function withSettings(html: string, { openId, analyticsId, registration, termsUrl, privacyUrl }: Settings): string {
  const content = JSON.stringify({ openId, analyticsId, isRegistrationOpen: registration, termsUrl, privacyUrl })
  const escaped = content.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return html.replace('</head>', () => `<meta name="trueline-settings" content="${escaped}" /></head>`)
}
