import { useEffect, useState } from 'react'
import type { PublicConfig } from '../../contract/config.ts'
import { platform } from '../platform/current.ts'
import { offlineProblem, ProblemFailure, readProblem } from './problem.ts'

let loading: Promise<PublicConfig> | undefined

/**
 * The world this build runs in, asked for once: it does not change while the page is open, nor with the user. Hence
 * not in the api's cache, which is emptied at sign-in and sign-out.
 * @throws ProblemFailure; the next call tries again
 */
export function loadConfig(): Promise<PublicConfig> {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** undefined until it is here. */
export function useConfig(): PublicConfig | undefined {
  const [config, setConfig] = useState<PublicConfig>()
  useEffect(() => {
    loadConfig().then(setConfig, () => undefined)
  }, [])
  return config
}

async function fetchConfig(): Promise<PublicConfig> {
  const response = await platform.fetch('/api/config').catch(() => {
    throw new ProblemFailure(offlineProblem)
  })
  if (!response.ok) throw new ProblemFailure(await readProblem(response))
  return (await response.json()) as PublicConfig
}
