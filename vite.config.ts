import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import sharp from 'sharp'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { ariaLocales } from './tools/ariaLocales.ts'
import { documentModules } from './tools/documentModules.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = `${root}dist/web`
const server = 'http://127.0.0.1:3000'
const COMPRESSIBLE = /\.(js|css|html|svg|json|wasm)$/

/** Compressed files of earlier builds by the hash of what they were made of: compressing takes most of a build, and few files change. */
const COMPRESSED = `${root}node_modules/.cache/brotli`

/** Returns the plugin that writes a `.br` file beside every text asset, so that the server never compresses while somebody waits. */
function brotliFiles(): Plugin {
  return {
    name: 'brotli-files',
    apply: 'build',
    writeBundle() {
      mkdirSync(COMPRESSED, { recursive: true })
      const used = new Set<string>()
      for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        if (!COMPRESSIBLE.test(name)) continue
        const text = readFileSync(`${outDir}/${name}`)
        const hash = createHash('sha256').update(text).digest('hex')
        used.add(hash)
        const known = `${COMPRESSED}/${hash}`
        if (!existsSync(known)) {
          // Another build may read the folder meanwhile: a file is there whole or not at all.
          const part = `${known}.${process.pid}`
          writeFileSync(part, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
          renameSync(part, known)
        }
        copyFileSync(known, `${outDir}/${name}.br`)
      }
      for (const hash of readdirSync(COMPRESSED))
        if (!used.has(hash) && !hash.includes('.')) rmSync(`${COMPRESSED}/${hash}`, { force: true })
    },
  }
}

const FIRST_SCHEME = `${root}web/firstScheme.ts`

/** Returns the plugin that makes pages load the script for their color scheme before anything is painted: first in the head, and no module, which would wait. */
function firstScheme(): Plugin {
  return {
    name: 'first-scheme',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) return [{ tag: 'script', attrs: { type: 'module', src: '/firstScheme.ts' }, injectTo: 'head-prepend' }]
        const file = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId === FIRST_SCHEME)
        if (file === undefined) throw new Error(`${FIRST_SCHEME} was not built`)
        return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' }]
      },
    },
  }
}

const BRAND = '#0B63CE'
const CHUNKS = 'assets/[name]-[hash].js'
/** Six languages of every area: only those that somebody reads are kept for the time without a connection. */
const TEXTS = 'assets/texts/[name]-[hash].js'
/** Texts of areas, and the entries of the FAQ. */
const IN_ONE_LANGUAGE = /\.json$|\/parts\/faq\/entries\//
/** The same name as in web/shell/companion/serviceWorker.ts. */
const FILES = 'trueline-files'
/** Every area in two languages, with what an older version left behind. */
const MOST_TEXTS = 200

/** Sides in pixels of the bitmaps of the logo; those for masks have room around it, and the touch icon has no transparent corners. */
const ICONS = [
  { name: 'icon-192.png', side: 192, room: 0 },
  { name: 'icon-512.png', side: 512, room: 0 },
  { name: 'icon-mask-512.png', side: 512, room: 64 },
  { name: 'icon-touch-180.png', side: 180, room: 12 },
] as const

/** Returns the plugin that draws the logo as bitmaps, for systems that want them. */
function iconFiles(): Plugin {
  return {
    name: 'icon-files',
    apply: 'build',
    async generateBundle() {
      const logo = readFileSync(`${root}web/public/logo.svg`)
      for (const { name, side, room } of ICONS) {
        const inner = side - 2 * room
        const drawn = sharp(logo, { density: 1200 }).resize(inner, inner)
        const padding = { top: room, right: room, bottom: room, left: room, background: BRAND }
        const source = await (room === 0 ? drawn : drawn.flatten({ background: BRAND }).extend(padding)).png().toBuffer()
        this.emitFile({ type: 'asset', fileName: `icons/${name}`, source })
      }
    },
  }
}

/**
 * Returns the service worker (spec 000 §7): the files of the application kept for the time without a connection, texts once they were shown. The
 * page itself always comes from the server while that answers, for it writes its settings into it.
 */
function serviceWorker() {
  return VitePWA({
    strategies: 'generateSW',
    filename: 'service-worker.js',
    registerType: 'prompt',
    injectRegister: null,
    includeManifestIcons: false,
    manifest: {
      id: '/',
      name: 'Trueline',
      short_name: 'Trueline',
      description: 'Live statuses, losses, output and OEE of your work centers',
      start_url: '/boxes',
      display: 'standalone',
      background_color: '#F4F6F8',
      theme_color: BRAND,
      icons: [
        { src: '/logo.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icons/icon-mask-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    workbox: {
      globPatterns: ['index.html', 'logo.svg', 'assets/*.{js,css}', 'assets/*latin-wght*.woff2'],
      globIgnores: ['assets/texts/**', 'assets/identity*', 'assets/public*'],
      // The address `/` is no file: it is the server's page too.
      directoryIndex: '',
      cleanupOutdatedCaches: true,
      clientsClaim: true,
      inlineWorkboxRuntime: true,
      // Shows and opens messages of the push service.
      importScripts: ['push.js'],
      sourcemap: false,
      navigateFallback: null,
      runtimeCaching: [
        {
          // Written into the worker as it stands here. Pages of the server and of the identity provider are theirs alone.
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' &&
            !/^\/(api|public(\/|\.|$)|identity|assets|icons|password\/|registration|invitation|terms|privacy|signin-oidc|signout-oidc)/.test(
              url.pathname,
            ),
          handler: 'NetworkOnly',
          options: {
            precacheFallback: { fallbackURL: '/index.html' },
            plugins: [
              {
                // A proxy in front of a server that starts answers for it, in its own words.
                fetchDidSucceed: async ({ response }) => {
                  if (response.status >= 500) throw new Error('The server does not answer')
                  return response
                },
              },
            ],
          },
        },
        {
          urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
          handler: 'CacheFirst',
          options: { cacheName: FILES, expiration: { maxEntries: MOST_TEXTS } },
        },
      ],
    },
  })
}

type ModuleGraph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

const ENTRIES = {
  frame: `${root}web/main.tsx`,
  account: `${root}web/identity/main.tsx`,
  screen: `${root}web/publicPage/main.tsx`,
} as const

/** Drawn with by all. */
const REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/

/** Files that a first page is made of; a group takes what its modules import with it, so what more pages need comes first. */
const FIRST_CHUNKS = ['common', 'shared', 'screen', 'frame'] as const
type FirstChunk = (typeof FIRST_CHUNKS)[number]

/**
 * Returns the name of the file for those of our own modules that the first page of the application needs, with what they import: fifty small files
 * are slower to load, and larger, than a few. `frame` belongs to the application alone; what the pages of the identity provider need as well is
 * `shared`, what public pages do is `screen`, what all do is `common`, so that neither of those loads the application.
 */
function firstChunk(wanted: FirstChunk): (id: string, graph: ModuleGraph) => string | null {
  const known = new Map<string, ReadonlySet<string>>()
  const isNeeded = (entry: string, id: string, graph: ModuleGraph) => {
    const present = known.get(entry) ?? reachable(entry, graph)
    known.set(entry, present)
    return present.has(id)
  }
  return (id, graph) => {
    if (!isNeeded(ENTRIES.frame, id, graph)) return null
    const [inAccount, inScreen] = [isNeeded(ENTRIES.account, id, graph), isNeeded(ENTRIES.screen, id, graph)]
    const found: FirstChunk = inAccount ? (inScreen ? 'common' : 'shared') : inScreen ? 'screen' : 'frame'
    return found === wanted ? wanted : null
  }
}

/** Our own modules that come with an entry: imported when it is loaded, not later. */
function reachable(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || id.includes('/node_modules/')) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

export default defineConfig({
  root: `${root}web`,
  publicDir: `${root}web/public`,
  plugins: [documentModules(), ariaLocales(), react(), firstScheme(), iconFiles(), serviceWorker(), brotliFiles()],
  resolve: {
    alias: [
      { find: /^#engine\//, replacement: `${root}engine/` },
      { find: /^#web\//, replacement: `${root}web/` },
    ],
  },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // No inlined assets: the content policy of the pages allows only files of the same origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        app: `${root}web/index.html`,
        identity: `${root}web/identity.html`,
        public: `${root}web/public.html`,
        firstScheme: FIRST_SCHEME,
      },
      output: {
        chunkFileNames: ({ facadeModuleId }) => (facadeModuleId !== null && IN_ONE_LANGUAGE.test(facadeModuleId) ? TEXTS : CHUNKS),
        codeSplitting: {
          groups: [
            { name: 'react', test: REACT, priority: FIRST_CHUNKS.length },
            ...FIRST_CHUNKS.map((chunk, at) => ({ name: firstChunk(chunk), priority: FIRST_CHUNKS.length - 1 - at })),
          ],
        },
      },
    },
  },
  server: {
    port: 20500,
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server, ws: true },
      '/public/': { target: server, bypass: () => '/public.html' },
      '/identity': { target: server, bypass: (request) => (request.url?.startsWith('/identity.html') ? request.url : undefined) },
    },
  },
})
