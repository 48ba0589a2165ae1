/** A listener that can stop a history navigation before the router sees it. */
type PopGate = (event: PopStateEvent) => void

let gate: PopGate | undefined

/**
 * Installs the gate. Call it before the router starts: the window runs popstate listeners in
 * registration order.
 */
export function installPopGate(): void {
  addEventListener('popstate', (event) => gate?.(event))
}

/**
 * Removes the gate once the input is saved, so that the following Back asks for no confirmation.
 */
export function dropPopGate(): void {
  gate = undefined
}

export function setPopGate(next: PopGate): () => void {
  gate = next
  return () => {
    if (gate === next) gate = undefined
  }
}
