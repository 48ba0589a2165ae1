import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FirstLookModule, FirstLookRenderer } from '../../contract/first-look.ts'
import type { Context } from '../context.ts'
import { publicReads } from './public-reads.ts'

/**
 * What the build made to draw pages, if it did. A page that cannot be drawn comes without a first look, as it would
 * without a build of one: the browser draws it.
 * @param directory `out/first-look`
 */
export function firstLooks(ctx: Context, directory: string): FirstLookRenderer {
  const file = join(directory, 'render.cjs')
  if (!existsSync(file)) return () => Promise.resolve(null)
  const { createFirstLookRenderer } = createRequire(import.meta.url)(file) as FirstLookModule
  const render = createFirstLookRenderer(publicReads(ctx))
  return async (page, address) => {
    try {
      return await render(page, address)
    } catch (error) {
      ctx.log.error({ err: error, page }, 'a first look failed')
      return null
    }
  }
}
