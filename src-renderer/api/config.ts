import { useEffect, useState } from 'react'
import type { PublicConfig } from '../../contract/config.ts'
import { durationOf } from '../../contract/duration.ts'
import { platform } from '../platform/current.ts'

let loading: Promise<PublicConfig> | undefined
let known: PublicConfig | undefined

/**
 * The world this build runs in, asked for once: it does not change while the page is open, nor with the user. Hence
 * not in the api's cache, which is emptied at sign-in and sign-out.
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

/** Those that the server has put into the page: nobody has to ask. */
export function keepConfig(config: PublicConfig): void {
  known = config
}

/** How long a car is held for somebody who pays, in words: `15 minutes`. */
export function useHoldTime(): string | undefined {
  const config = useConfig()
  return config && durationOf(config.holdSeconds)
}

/** The address of a page on the web, by its path: a console's own page has none. */
export function useWebAddress(): (path: string) => string {
  const config = useConfig()
  return (path) => (config?.publicUrl ?? location.origin) + path
}

/** undefined until it is here. */
export function useConfig(): PublicConfig | undefined {
  const [config, setConfig] = useState(known)
  useEffect(() => {
    loadConfig().then(setConfig, () => undefined)
  }, [])
  return config
}
