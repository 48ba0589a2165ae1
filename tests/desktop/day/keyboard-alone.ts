import type { Page } from '@playwright/test'

const NAME = 'notByKeys'

/**
 * Records every input in the page that does not come from the keyboard: pointer events, and fields that were
 * filled without a key press in them. A reload discards the records, and reading them then throws an error.
 */
export async function watchForPointers(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(installRecorder, NAME)
  return () => page.evaluate((name) => [...(Reflect.get(globalThis, name) as string[])], NAME)
}

/** Runs in the page. Installs the recorder. */
function installRecorder(name: string): void {
  const recorded: string[] = []
  Reflect.set(globalThis, name, recorded)
  let keyAt: EventTarget | null = null
  /** Returns a field's group. A key press in one radio button selects another button of the group. */
  const groupOf = (field: EventTarget | null) =>
    field instanceof HTMLInputElement && field.type === 'radio' ? field.name : field
  const describe = ({ type, target }: Event) =>
    `${type} on ${target instanceof Element ? target.outerHTML.slice(0, 120) : String(target)}`
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'wheel', 'contextmenu'])
    addEventListener(type, (event) => void (event.isTrusted && recorded.push(describe(event))), true)
  addEventListener('keydown', ({ target }) => void (keyAt = target), true)
  addEventListener(
    'input',
    (event) => {
      const isFile = event.target instanceof HTMLInputElement && event.target.type === 'file'
      if (!isFile && groupOf(event.target) !== groupOf(keyAt)) recorded.push(describe(event))
    },
    true,
  )
}
