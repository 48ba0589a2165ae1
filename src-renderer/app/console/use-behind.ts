import { useEffect } from 'react'
import { api } from '../../api/api.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch, useAppSelector, type RootState } from '../../session/store.ts'

/** What the server did not get to: it is worth asking again. */
const busy = ['too-many-requests', 'overloaded', 'service-unavailable', 'internal', 'unknown']
const AGAIN_MS = 5_000

type Endpoints = Readonly<Record<string, { initiate: (arg: unknown, options: object) => never } | undefined>>

/**
 * Whether something that is shown is not as the server has it, because it did not answer: that is asked for again, until
 * it does.
 */
export function useIsBehind(): boolean {
  const dispatch = useAppDispatch()
  const missing = useAppSelector((state) =>
    missingOf(state)
      .map(({ key }) => key)
      .join('\n'),
  )
  const isBehind = missing !== ''
  useEffect(() => {
    if (!isBehind) return
    const timer = setInterval(
      () =>
        dispatch((_: unknown, getState: () => RootState) => {
          // Features bring their endpoints with their pages.
          const endpoints = api.endpoints as Endpoints
          for (const { name, arg } of missingOf(getState()))
            dispatch(endpoints[name]!.initiate(arg, { subscribe: false, forceRefetch: true }))
        }),
      AGAIN_MS,
    )
    return () => clearInterval(timer)
  }, [dispatch, isBehind])
  return isBehind
}

interface Missing {
  key: string
  name: string
  arg: unknown
}

/** What was refused, of what is shown; while it is asked for again, too. */
function missingOf({ api: { queries, subscriptions } }: RootState): Missing[] {
  return Object.entries<Query | undefined>(queries).flatMap(([key, query]) => {
    const isMissing = query?.error !== undefined && busy.includes(toProblem(query.error).code)
    const isShown = Object.keys(subscriptions[key] ?? {}).length > 0
    return isMissing && isShown ? [{ key, name: query.endpointName!, arg: query.originalArgs }] : []
  })
}

interface Query {
  error?: unknown
  endpointName?: string
  originalArgs?: unknown
}
