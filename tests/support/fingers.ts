import type { Page } from '@playwright/test'

interface Point {
  x: number
  y: number
}

/** Returns a hand for a page's touch screen. The browser itself creates the touch events. */
export async function createTouchScreen(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    })
  return {
    /** Places fingers at these points. Fingers without a point are lifted. */
    down: (...points: Point[]) => send('touchStart', points),
    /** Moves the fingers in steps, as a hand would. */
    async move(from: readonly Point[], to: readonly Point[]) {
      for (const share of [0.25, 0.5, 0.75, 1])
        await send(
          'touchMove',
          from.map((point, id) => ({
            x: point.x + share * (to[id]!.x - point.x),
            y: point.y + share * (to[id]!.y - point.y),
          })),
        )
    },
    lift: (...remaining: Point[]) => send('touchEnd', remaining),
  }
}
