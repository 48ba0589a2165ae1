import { createElement, lazy, useState, type ComponentType } from 'react'
import { retryLoad } from '../ui/retry-load.ts'

let loading = 0
const listeners = new Set<() => void>()
const failedPageResets = new Set<() => void>()

/** A page whose code loads when it is opened, or earlier. */
export interface LazyPage {
  Page: ComponentType
  /** Resolves once the page can be shown immediately. */
  preload: () => Promise<void>
}

/**
 * Creates a page whose code loads when it is opened. Until then, the previous page stays visible
 * and `NavigationBar` shows the progress.
 */
export function createLazyPage(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | undefined
  let Lazy = lazyTry()

  /** Creates a lazy component for a single attempt: `lazy` never retries after a failure. */
  function lazyTry() {
    return lazy(async () => {
      change(1)
      try {
        return { default: await retryLoad(load) }
      } catch (cause) {
        failedPageResets.add(() => (Lazy = lazyTry()))
        throw new Error('This page didn’t load. Check your connection.', { cause })
      } finally {
        change(-1)
      }
    })
  }

  return {
    Page() {
      const [Shown] = useState<ComponentType>(() => Loaded ?? Lazy)
      return createElement(Shown)
    },
    async preload() {
      Loaded = await load()
    },
  }
}

/**
 * Resets the failed pages once their errors have been shown, so that opening such a page loads its
 * code again.
 */
export function retryFailedPages(): void {
  for (const reset of failedPageResets) reset()
  failedPageResets.clear()
}

export const pageLoading = {
  isUnderWay: () => loading > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function change(by: 1 | -1) {
  loading += by
  for (const listener of listeners) listener()
}
