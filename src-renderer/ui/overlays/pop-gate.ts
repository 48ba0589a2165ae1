/** May stop a step through the history before the router hears of it. */
type PopGate = (event: PopStateEvent) => void

let gate: PopGate | undefined

/** Called before the router starts: the window runs its popstate listeners in the order in which they came. */
export function installPopGate(): void {
  addEventListener('popstate', (event) => gate?.(event))
}

/** What was typed is saved: the step back that follows asks nothing. */
export function dropPopGate(): void {
  gate = undefined
}

/** @returns takes it away again */
export function setPopGate(next: PopGate): () => void {
  gate = next
  return () => {
    if (gate === next) gate = undefined
  }
}
