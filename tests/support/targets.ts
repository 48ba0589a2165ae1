import type { Page } from '@playwright/test'

const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem]'

/**
 * Lists the controls that a finger may miss, one per line: a press less than 22 px from the center, in any
 * direction, does not hit them. A label that contains its control counts as the control. Links in a sentence
 * are exempt, because they are as high as their line.
 */
export async function findSmallTargets(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  try {
    return await page.evaluate(findSmall, CONTROLS)
  } finally {
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await browser.detach()
  }
}

/** Runs in the page, so it must not use anything from outside the function. */
function findSmall(selector: string): string[] {
  const needed = 44
  const reach = needed / 2 - 1
  const sides = [
    [-reach, 0],
    [reach, 0],
    [0, -reach],
    [0, reach],
  ] as const

  return [...document.querySelectorAll(selector)]
    .filter((control) => isShown(control) && !isInSentence(control) && !isReached(control))
    .map((control) => {
      const { width, height } = control.getBoundingClientRect()
      const name = control.getAttribute('aria-label') ?? control.textContent.trim()
      return `${control.localName} "${name}": ${Math.round(width)} × ${Math.round(height)}`
    })

  /** Reports whether a finger can reach the control. Controls of one pixel are only for screen readers. */
  function isShown(control: Element): boolean {
    const { width, height } = control.getBoundingClientRect()
    return (
      width > 1 &&
      height > 1 &&
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !control.closest('[inert]') &&
      getComputedStyle(control).pointerEvents !== 'none'
    )
  }

  function isInSentence(control: Element): boolean {
    if (getComputedStyle(control).display !== 'inline') return false
    let block = control.parentElement!
    while (getComputedStyle(block).display === 'inline') block = block.parentElement!
    return block.textContent.trim() !== control.textContent.trim()
  }

  function isReached(control: Element): boolean {
    const { width, height } = control.getBoundingClientRect()
    if (width >= needed && height >= needed) return true
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top } = control.getBoundingClientRect()
    const label = control.closest('label')
    return sides.every(([dx, dy]) => {
      if (dx === 0 ? height >= needed : width >= needed) return true
      const hit = document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy)
      return hit !== null && (control.contains(hit) || label?.contains(hit) === true)
    })
  }
}
