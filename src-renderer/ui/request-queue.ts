/**
 * Requests made anywhere (outside React too), taken by one host component that may load later. What is asked
 * before the host is there waits for it.
 */
export interface RequestQueue<Request> {
  push: (request: Request) => void
  /** The host takes over: it gets what waits, then whatever comes. */
  serve: (handler: (request: Request) => void) => () => void
  /** Told at the first request, so that the host can be loaded. */
  onWanted: (listener: () => void) => () => void
}

export function createRequestQueue<Request>(): RequestQueue<Request> {
  const waiting: Request[] = []
  const wanted = new Set<() => void>()
  let serving: ((request: Request) => void) | undefined

  return {
    push(request) {
      if (serving) return serving(request)
      waiting.push(request)
      for (const listener of wanted) listener()
    },
    serve(handler) {
      serving = handler
      for (const request of waiting.splice(0)) handler(request)
      return () => {
        if (serving === handler) serving = undefined
      }
    },
    onWanted(listener) {
      wanted.add(listener)
      if (waiting.length > 0) listener()
      return () => wanted.delete(listener)
    },
  }
}
