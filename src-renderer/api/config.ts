import { useEffect, useState } from 'react'
import type { PublicConfig } from '../../contract/config.ts'
import { durationOf } from '../../contract/duration.ts'
import { platform } from '../platform/current.ts'

let loading: Promise<PublicConfig> | undefined
let known: PublicConfig | undefined

/**
 * Returns the server's public configuration, which is loaded only once. The configuration does not depend on
 * the user and does not change while the page is open. It is therefore not in the API cache, which is cleared
 * at sign-in and sign-out.
 * @throws ProblemFailure; the next call tries again
 */
export async function loadConfig(): Promise<PublicConfig> {
  if (known) return known
  loading ??= platform.readConfig()
  try {
    return (known = await loading)
  } finally {
    loading = undefined
  }
}

/** Stores the configuration that the server has embedded in the page, which saves a request. */
export function keepConfig(config: PublicConfig): void {
  known = config
}

/**
 * Returns how long a car is held for a paying buyer as text, such as `15 minutes`. Undefined until the
 * configuration has loaded.
 */
export function useHoldTime(): string | undefined {
  const config = useConfig()
  return config && durationOf(config.holdSeconds)
}

/**
 * Returns a function that converts a page's path to its URL on the website. A console's own pages have no web
 * URL.
 */
export function useWebAddress(): (path: string) => string {
  const config = useConfig()
  return (path) => (config?.publicUrl ?? location.origin) + path
}

/** Returns the configuration, or undefined until it has loaded. */
export function useConfig(): PublicConfig | undefined {
  const [config, setConfig] = useState(known)
  useEffect(() => {
    loadConfig().then(setConfig, () => undefined)
  }, [])
  return config
}
