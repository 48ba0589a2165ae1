import { build, type Plugin } from 'esbuild'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './root.ts'

/**
 * Bundles what draws a page's first look, with all its packages, into `render.cjs` in `outDir`: the server, which
 * imports nothing of the renderer's, loads it as a part of the build.
 */
export async function writeFirstLook(outDir: string): Promise<void> {
  const outfile = join(outDir, 'render.cjs')
  await build({
    entryPoints: [join(root, 'src-renderer', 'first-look.tsx')],
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
    plugins: [serverAsPlatform],
    logLevel: 'error',
  })
  // A module that asks for the window when it loads fails here, and not when the server starts.
  createRequire(import.meta.url)(outfile)
}

const serverAsPlatform: Plugin = {
  name: 'kerblight:server-as-platform',
  setup({ onResolve }) {
    onResolve({ filter: /platform\/current\.ts$/ }, () => ({
      path: join(root, 'src-renderer', 'platform', 'first-look.ts'),
    }))
  },
}
