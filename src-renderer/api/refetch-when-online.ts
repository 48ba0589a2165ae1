import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { onReconnect } from './on-reconnect.ts'
import { offlineProblem } from './problem.ts'

interface ApiStore {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>
  getState: () => { api: { queries: Record<string, { error?: unknown } | undefined> } }
}

/**
 * Refetches all displayed data when the network is back, and shortly afterward if any is still
 * missing.
 */
export function refetchWhenOnline({ dispatch, getState }: ApiStore): void {
  setupListeners(dispatch, (_dispatch, { onOnline, onOffline }) => {
    addEventListener('offline', () => dispatch(onOffline()))
    return onReconnect((isFirst) => {
      if (isFirst || Object.values(getState().api.queries).some(isMissing)) dispatch(onOnline())
    })
  })
}

function isMissing(query: { error?: unknown } | undefined): boolean {
  return (query?.error as { code?: string } | undefined)?.code === offlineProblem.code
}
