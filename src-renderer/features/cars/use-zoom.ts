import { useRef, type PointerEvent } from 'react'

const MAX = 4
const DOUBLE_TAP = 2.5
/** The length in pixels of a swipe down that dismisses the photo. */
const DISMISS = 90

interface Point {
  x: number
  y: number
}

interface Zoom extends Point {
  scale: number
}

const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }

/**
 * Zooms a photo with two fingers or a double click, and moves it with one finger. Swiping the unzoomed photo
 * down dismisses it. Styles are set directly on the element, because each finger movement needs its own
 * frame.
 */
export function useZoom(onDismiss: () => void) {
  const zoom = useRef(WHOLE)
  const pointers = useRef(new Map<number, Point>())
  const start = useRef<Point | null>(null)

  function show(element: HTMLElement, next: Zoom) {
    zoom.current = next.scale <= 1 ? WHOLE : within(element, next)
    const { scale, x, y } = zoom.current
    element.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`
    element.toggleAttribute('data-zoomed', scale > 1)
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    pointers.current.set(event.pointerId, pointOf(event))
    // Two fingers zoom. Only a single finger starts a swipe.
    start.current = pointers.current.size === 1 ? pointOf(event) : null
    if (zoom.current.scale > 1) event.currentTarget.setPointerCapture(event.pointerId)
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>) {
    const previousPoint = pointers.current.get(event.pointerId)
    if (!previousPoint) return
    const point = pointOf(event)
    const otherPoint = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, point)
    const { scale, x, y } = zoom.current
    if (otherPoint)
      show(event.currentTarget, {
        scale: Math.min(MAX, (scale * distance(point, otherPoint)) / distance(previousPoint, otherPoint)),
        x,
        y,
      })
    else if (scale > 1)
      show(event.currentTarget, { scale, x: x + point.x - previousPoint.x, y: y + point.y - previousPoint.y })
  }

  function handlePointerEnd(event: PointerEvent<HTMLElement>) {
    const isLast = pointers.current.delete(event.pointerId) && pointers.current.size === 0
    const isSwipe = event.type === 'pointerup' && event.pointerType === 'touch' && zoom.current.scale === 1
    if (isLast && isSwipe && start.current && isDown(start.current, pointOf(event))) onDismiss()
  }

  return {
    onPointerDown: handlePointerDown,
    onPointerMove: handlePointerMove,
    onPointerUp: handlePointerEnd,
    onPointerCancel: handlePointerEnd,
    onDoubleClick: ({ currentTarget }: { currentTarget: HTMLElement }) =>
      show(currentTarget, zoom.current.scale > 1 ? WHOLE : { ...WHOLE, scale: DOUBLE_TAP }),
  }
}

/** Reports whether a swipe went far enough down without going sideways. */
function isDown(from: Point, to: Point): boolean {
  const down = to.y - from.y
  return down > DISMISS && down > 2 * Math.abs(to.x - from.x)
}

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
  return { x: clientX, y: clientY }
}

function distance(a: Point, b: Point): number {
  return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
}

/** Limits the position so that the zoomed photo covers the screen. */
function within({ clientWidth, clientHeight }: HTMLElement, { scale, x, y }: Zoom): Zoom {
  const [mostX, mostY] = [(clientWidth * (scale - 1)) / 2, (clientHeight * (scale - 1)) / 2]
  return { scale, x: clamp(x, mostX), y: clamp(y, mostY) }
}

function clamp(value: number, max: number): number {
  return Math.max(-max, Math.min(max, value))
}
