import { createElement, lazy, useState, type ComponentType } from 'react'

let loading = 0
const listeners = new Set<() => void>()

/** A page whose code loads when it is opened, or before. */
export interface LazyPage {
  Page: ComponentType
  /** Resolves when the page can be shown at once. */
  preload: () => Promise<void>
}

/** A page whose code loads when it is opened. While it does, the previous page stays and `NavigationBar` shows. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | undefined
  const Lazy = lazy(async () => {
    change(1)
    try {
      return { default: await load() }
    } finally {
      change(-1)
    }
  })

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
