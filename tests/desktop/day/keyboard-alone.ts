import type { Page } from '@playwright/test'

const NAME = 'notByKeys'

/**
 * From here on the page notes what was done to it by anything but keys: pointers, and fields that were filled without a
 * key pressed in them. A page that was loaded anew has forgotten its notes, and answers with an error.
 */
export async function watchForPointers(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(watchHere, NAME)
  return () => page.evaluate((name) => [...(Reflect.get(globalThis, name) as string[])], NAME)
}

/** Runs in the page. */
function watchHere(name: string): void {
  const noted: string[] = []
  Reflect.set(globalThis, name, noted)
  let keyAt: EventTarget | null = null
  /** Keys in one button of a group choose another one of it. */
  const groupOf = (field: EventTarget | null) =>
    field instanceof HTMLInputElement && field.type === 'radio' ? field.name : field
  const describe = ({ type, target }: Event) =>
    `${type} on ${target instanceof Element ? target.outerHTML.slice(0, 120) : String(target)}`
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'wheel', 'contextmenu'])
    addEventListener(type, (event) => void (event.isTrusted && noted.push(describe(event))), true)
  addEventListener('keydown', ({ target }) => void (keyAt = target), true)
  addEventListener(
    'input',
    (event) => {
      const isFile = event.target instanceof HTMLInputElement && event.target.type === 'file'
      if (!isFile && groupOf(event.target) !== groupOf(keyAt)) noted.push(describe(event))
    },
    true,
  )
}
