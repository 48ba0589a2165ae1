import { useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * The slots that pages fill in the console's frame: the top bar and the left side of the status
 * bar.
 */
type SlotName = 'head' | 'hints'

const elements = new Map<SlotName, HTMLElement>()
const listeners = new Set<() => void>()

const places = { head: createSlotRef('head'), hints: createSlotRef('hints') }

/** Renders the frame element into which the slot's children are rendered. */
export function SlotPlace({ name, className }: { name: SlotName; className: string }) {
  return <div ref={places[name]} className={className} />
}

/** Renders its children into the frame's slot, or nothing if there is no frame. */
export function Slot({ name, children }: { name: SlotName; children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => elements.get(name))
  return element ? createPortal(children, element) : null
}

function createSlotRef(name: SlotName) {
  return (element: HTMLElement | null) => {
    if (element) elements.set(name, element)
    else elements.delete(name)
    for (const listener of listeners) listener()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
