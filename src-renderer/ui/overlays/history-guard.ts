/** A listener that can stop a history navigation before the router sees it. */
type HistoryGuard = (event: PopStateEvent) => void

let gate: HistoryGuard | undefined

/**
 * Installs the gate. Call it before the router starts: the window runs popstate listeners in
 * registration order.
 */
export function installHistoryGuard(): void {
  addEventListener('popstate', (event) => gate?.(event))
}

/**
 * Removes the gate once the input is saved, so that the following Back asks for no confirmation.
 */
export function removeHistoryGuard(): void {
  gate = undefined
}

export function setHistoryGuard(next: HistoryGuard): () => void {
  gate = next
  return () => {
    if (gate === next) gate = undefined
  }
}
