import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = `${root}dist/web`
const server = 'http://127.0.0.1:3000'
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/

/** Returns the plugin that writes a `.br` file beside every text asset, so that the server never compresses while somebody waits. */
function brotliFiles(): Plugin {
  return {
    name: 'brotli-files',
    apply: 'build',
    writeBundle() {
      for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        if (!COMPRESSIBLE.test(name)) continue
        const text = readFileSync(`${outDir}/${name}`)
        writeFileSync(`${outDir}/${name}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      }
    },
  }
}

export default defineConfig({
  root: `${root}web`,
  publicDir: `${root}web/public`,
  plugins: [react(), brotliFiles()],
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
    rolldownOptions: { input: { app: `${root}web/index.html`, identity: `${root}web/identity.html` } },
  },
  server: {
    port: 20500,
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server, ws: true },
      '/identity': { target: server, bypass: (request) => (request.url?.startsWith('/identity.html') ? request.url : undefined) },
    },
  },
})
