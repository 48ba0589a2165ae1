/** The longest press in milliseconds. Anything longer is a drag, or the browser never reported its end. */
const LONGEST_MS = 5_000
/** Time in milliseconds to wait for a tap's click, which follows the tap's end. */
const CLICK_MS = 50

let press: Promise<void> | undefined

/** Tracks presses by mouse, pen, and finger. */
export function watchPresses(): void {
  const follow = () => {
    press = untilReleased()
  }
  addEventListener('pointerdown', follow, { capture: true })
}

/** Resolves once the current press, if any, has ended and its click has arrived. */
export async function waitForPressEnd(): Promise<void> {
  await press
}

function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const options = { signal: done.signal, capture: true }
    const finish = () => {
      done.abort()
      resolve()
    }
    const finishAfterClick = () => setTimeout(finish, CLICK_MS)
    addEventListener('pointerup', finishAfterClick, options)
    addEventListener('pointercancel', finishAfterClick, options)
    // The browser does not report a release over a scroll bar or a select's own popup.
    addEventListener('pointermove', ({ buttons }) => buttons === 0 && finish(), options)
    setTimeout(finish, LONGEST_MS)
  })
}
