/**
 * A queue of requests that may be made anywhere, including outside React. Its host component may
 * load later; requests wait until it is mounted.
 */
export interface RequestQueue<Request> {
  push: (request: Request) => void
  /**
   * Registers the host's handler for waiting and later requests. Returns a function that
   * unregisters it.
   */
  serve: (handler: (request: Request) => void) => () => void
  /** Registers a listener that loads the host when a request is waiting for it. */
  onWanted: (listener: () => void) => () => void
}

export function createRequestQueue<Request>(): RequestQueue<Request> {
  const waiting: Request[] = []
  const requestListeners = new Set<() => void>()
  let activeHandler: ((request: Request) => void) | undefined

  return {
    push(request) {
      if (activeHandler) return activeHandler(request)
      waiting.push(request)
      for (const listener of requestListeners) listener()
    },
    serve(handler) {
      activeHandler = handler
      for (const request of waiting.splice(0)) handler(request)
      return () => {
        if (activeHandler === handler) activeHandler = undefined
      }
    },
    onWanted(listener) {
      requestListeners.add(listener)
      if (waiting.length > 0) listener()
      return () => requestListeners.delete(listener)
    },
  }
}
