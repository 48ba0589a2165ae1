import { use, type ComponentType } from 'react'

/** What `lazy-part.tsx` names, for the prerender: what loads on demand is not asked for there. */
export function lazyPart<Props extends object>(): ComponentType<Props> {
  // A promise for each drawing: one for all would hold every page that ever waited for it.
  return function UnloadedPart() {
    return use(new Promise<never>(() => {}))
  }
}
