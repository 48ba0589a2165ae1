import { build, type Plugin } from 'esbuild'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './root.ts'

/**
 * Bundles the prerender code, with all its packages, into `render.cjs` in `outDir`. The server imports
 * nothing from the renderer's sources; it loads this file instead.
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
    // Browsers load these packages on demand, and prerendering never does.
    external: ['firebase/*', '@stripe/*'],
    loader: { '.css': 'empty' },
    plugins: [serverAsHost],
    logLevel: 'error',
  })
  // This loads the bundle once. If a module accesses `window` while loading, the build fails instead of the
  // server's start.
  createRequire(import.meta.url)(outfile)
}

/** Replaces the renderer's platform modules with server versions, which support no interaction. */
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
