/** A listener that can stop a step through the history before the router sees it. */
type PopGate = (event: PopStateEvent) => void

let gate: PopGate | undefined

/**
 * Installs the gate. It must be called before the router starts, because the window runs its popstate
 * listeners in the order of registration.
 */
export function installPopGate(): void {
  addEventListener('popstate', (event) => gate?.(event))
}

/** Removes the gate once the input is saved, so that the following step back asks nothing. */
export function dropPopGate(): void {
  gate = undefined
}

/**
 * Sets the gate.
 * @returns a function that removes it
 */
export function setPopGate(next: PopGate): () => void {
  gate = next
  return () => {
    if (gate === next) gate = undefined
  }
}
