import type { Page } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

const WIDTHS = [1024, 1440]
const THEMES = ['light', 'dark'] as const
const HEIGHT = 800

/**
 * Takes screenshots of the page in both themes and at both widths. Afterward, the page remains in the last
 * theme and width.
 */
export async function takePhotos(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      await page.evaluate(settled)
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), animations: 'disabled' })
    }
  }
}

/** Runs in the page. Resolves after the images are decoded and the new size is drawn. */
async function settled(): Promise<void> {
  const pictures = [...document.images].filter(({ src }) => src !== '')
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
