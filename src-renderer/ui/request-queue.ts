/**
 * A queue of requests that may be made anywhere, including outside React. One host component, which may load
 * later, handles them. Requests made before the host is mounted wait for it.
 */
export interface RequestQueue<Request> {
  push: (request: Request) => void
  /**
   * Registers the host's handler, which receives the waiting requests and all later ones. Returns a function
   * that unregisters it.
   */
  serve: (handler: (request: Request) => void) => () => void
  /** Registers a listener that is called when a request waits for a host, so that the host can be loaded. */
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
