/** A press that lasts longer is a drag, or its end is never told. */
const LONGEST_MS = 5_000
/** A tap's click follows its end. */
const CLICK_MS = 50

let press: Promise<void> | undefined

/** Follows the presses on this page, of mouse, pen and finger. */
export function watchPresses(): void {
  const follow = () => {
    press = untilReleased()
  }
  addEventListener('pointerdown', follow, { capture: true })
}

/** Until what is pressed is let go and its click has come; at once where nothing is. */
export async function pressEnd(): Promise<void> {
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
    // The release over a scroll bar or a select's own window is not told.
    addEventListener('pointermove', ({ buttons }) => buttons === 0 && finish(), options)
    setTimeout(finish, LONGEST_MS)
  })
}
