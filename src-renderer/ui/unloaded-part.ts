import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** What `lazy-part.tsx` names, for the prerender: what loads on demand is not asked for there. */
export function lazyPart<Props extends object>(): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => new Promise(() => {}))
}
