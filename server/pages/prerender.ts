import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { PrerenderModule, Prerender } from '../../contract/prerender.ts'
import type { Context } from '../context.ts'
import { publicReads } from './public-reads.ts'

/**
 * What the build made to draw pages, if it did. A page that cannot be drawn comes without a prerender, as it would
 * without a build of one: the browser draws it.
 * @param directory `out/prerender`
 */
export function loadPrerender(ctx: Context, directory: string): Prerender {
  const file = join(directory, 'render.cjs')
  if (!existsSync(file)) return () => Promise.resolve(null)
  // Loaded with the first page: it takes longer than all else that a start does.
  let render: Prerender | undefined
  return async (page, address) => {
    try {
      render ??= load(file).createPrerender(publicReads(ctx))
      return await render(page, address)
    } catch (error) {
      ctx.log.error({ err: error, page }, 'a prerender failed')
      return null
    }
  }
}

function load(file: string): PrerenderModule {
  return createRequire(import.meta.url)(file) as PrerenderModule
}
