import { expect, type Locator } from '@playwright/test'

/** Presses a key once a dialog or menu has the focus. A newly drawn popup does not receive keys yet. */
export async function pressPopupKey(popup: Locator, key: string): Promise<void> {
  await expect.poll(() => popup.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await popup.page().keyboard.press(key)
}
