import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Pictures } from './use-pictures.ts'

/** A picture, and which of its buttons has the focus. */
interface Held {
  key: string
  button: number
}

/** In the box that is returned, the arrows move the picture whose buttons have the focus, which stays with it. */
export function useOrderKeys({ list, move }: Pick<Pictures, 'list' | 'move'>, isBusy: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const held = useRef<Held | null>(null)

  useLayoutEffect(() => {
    if (held.current) focusIn(box.current, held.current)
    held.current = null
  })

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const tile = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null
    const from = list.findIndex(({ key }) => key === tile?.dataset.key)
    const to = targetOf(event, from, list.length)
    if (isBusy || !tile || from < 0 || to === null) return
    event.preventDefault()
    if (to === from) return
    held.current = { key: list[from]!.key, button: buttonsOf(tile).indexOf(event.target as HTMLElement) }
    move(list[from]!.key, to)
  })
  useEffect(() => {
    const element = box.current
    const handle = (event: KeyboardEvent) => handleKeyDown(event)
    element?.addEventListener('keydown', handle)
    return () => element?.removeEventListener('keydown', handle)
  }, [])

  return box
}

function targetOf(event: KeyboardEvent, from: number, count: number): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null
  if (event.key === 'ArrowLeft') return Math.max(0, from - 1)
  if (event.key === 'ArrowRight') return Math.min(count - 1, from + 1)
  if (event.key === 'Home') return 0
  return event.key === 'End' ? count - 1 : null
}

/** The button itself, or, where it has nothing to do at the new place, another one of the picture's. */
function focusIn(box: HTMLElement | null, { key, button }: Held): void {
  const tiles = [...(box?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
  const tile = tiles.find((one) => one.dataset.key === key)
  const buttons = buttonsOf(tile)
  const isUsable = (one: HTMLElement) => !one.matches(':disabled')
  const again = buttons[button]
  ;(again && isUsable(again) ? again : buttons.find(isUsable))?.focus()
}

function buttonsOf(tile: Element | undefined): HTMLElement[] {
  return [...(tile?.querySelectorAll<HTMLElement>('button') ?? [])]
}
