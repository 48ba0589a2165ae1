import { build, type Plugin } from 'esbuild'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './root.ts'

/**
 * Bundles what prerenders a page, with all its packages, into `render.cjs` in `outDir`: the server, which
 * imports nothing of the renderer's, loads it as a part of the build.
 */
export async function writePrerender(outDir: string): Promise<void> {
  const outfile = join(outDir, 'render.cjs')
  await build({
    entryPoints: [join(root, 'src-renderer', 'prerender.tsx')],
    outfile,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.DEV': 'false' },
    // Loaded on demand in browsers, and never here.
    external: ['firebase/*', '@stripe/*'],
    loader: { '.css': 'empty' },
    plugins: [serverAsHost],
    logLevel: 'error',
  })
  // A module that asks for the window when it loads fails here, and not when the server starts.
  createRequire(import.meta.url)(outfile)
}

/** The server is a host that can't interact. */
const serverAsHost: Plugin = {
  name: 'kerblight:server-as-host',
  setup({ onResolve }) {
    const replace = (filter: RegExp, path: string) =>
      onResolve({ filter }, () => ({ path: join(root, 'src-renderer', path) }))
    replace(/platform\/current\.ts$/, 'platform/prerender.ts')
    replace(/native-controls\.ts$/, 'ui/controls/control-looks.tsx')
    replace(/lazy-part\.tsx$/, 'ui/unloaded-part.ts')
  },
}
