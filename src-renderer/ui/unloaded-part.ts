import { use, type ComponentType } from 'react'

/** Replaces `lazyPart` from `lazy-part.tsx` in the prerender, which does not load code on demand. */
export function lazyPart<Props extends object>(): ComponentType<Props> {
  // Each render gets its own promise. A shared promise would keep in memory every page that ever waited for
  // it.
  return function UnloadedPart() {
    return use(new Promise<never>(() => {}))
  }
}
