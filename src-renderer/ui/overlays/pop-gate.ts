/** A listener that can stop a history navigation before the router sees it. */
type PopGate = (event: PopStateEvent) => void

let gate: PopGate | undefined

/**
 * Installs the gate. Call it before the router starts, because the window runs its popstate listeners in the
 * order of registration.
 */
export function installPopGate(): void {
  addEventListener('popstate', (event) => gate?.(event))
}

/** Removes the gate once the input is saved. The following Back then asks for no confirmation. */
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
