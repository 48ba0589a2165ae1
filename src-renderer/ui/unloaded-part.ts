import { use, type ComponentType } from 'react'

/** Replaces `lazy-part.tsx` in the prerender, which does not load code on demand. */
export function createLazyPart<Props extends object>(): ComponentType<Props> {
  // Each render gets its own promise. A shared one would keep every page that ever waited for it in
  // memory.
  return function UnloadedPart() {
    return use(new Promise<never>(() => {}))
  }
}
