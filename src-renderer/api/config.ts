import { useEffect, useState } from 'react'
import type { PublicConfig } from '../../contract/config.ts'
import { platform } from '../platform/current.ts'

let loading: Promise<PublicConfig> | undefined
let loadedConfig: PublicConfig | undefined

/**
 * Returns the server's public configuration, which is loaded only once. It depends on no user, so
 * it is not in the API cache, which is cleared at sign-in and sign-out.
 * @throws ProblemFailure; the next call tries again
 */
export async function loadConfig(): Promise<PublicConfig> {
  if (loadedConfig) return loadedConfig
  loading ??= platform.readConfig()
  try {
    return (loadedConfig = await loading)
  } finally {
    loading = undefined
  }
}

/** Stores the configuration embedded in the page, which saves a request. */
export function keepConfig(config: PublicConfig): void {
  loadedConfig = config
}

/**
 * Returns a function that converts a path to a URL on the website. A console's own pages have no
 * web URL.
 */
export function useWebAddress(): (path: string) => string {
  const config = useConfig()
  return (path) => (config?.publicUrl ?? location.origin) + path
}

export function useConfig(): PublicConfig | undefined {
  const [config, setConfig] = useState(loadedConfig)
  useEffect(() => {
    loadConfig().then(setConfig, () => undefined)
  }, [])
  return config
}
