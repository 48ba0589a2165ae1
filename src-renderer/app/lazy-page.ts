import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

let loading = 0
const listeners = new Set<() => void>()

/** A page whose code loads when it is opened. While it does, the previous page stays and `NavigationBar` shows. */
export function lazyPage(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    change(1)
    try {
      return { default: await load() }
    } finally {
      change(-1)
    }
  })
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
