import { loadStripe } from '@stripe/stripe-js/pure'
import type { Stripe } from '@stripe/stripe-js'
import { useCallback, useEffect, useState } from 'react'
import { loadConfig } from '../../api/config.ts'
import { loadScript } from '../../platform/load-script.ts'

interface LoaderState {
  stripe?: Stripe
  hasFailed?: boolean
}

/** Stripe.js from its own host, or from the one that the settings name. */
export function useStripeLoader() {
  const [state, setState] = useState<LoaderState>({})

  const start = useCallback(() => {
    load().then(
      (stripe) => setState({ stripe }),
      () => setState({ hasFailed: true }),
    )
  }, [])
  useEffect(start, [start])

  function retry() {
    setState({})
    start()
  }

  return { ...state, retry }
}

async function load(): Promise<Stripe> {
  const { stripe } = await loadConfig()
  if (stripe.script) await loadScript(stripe.script)
  const loaded = await loadStripe(stripe.publishableKey)
  if (!loaded) throw new Error('Stripe.js runs in browsers only')
  return loaded
}
