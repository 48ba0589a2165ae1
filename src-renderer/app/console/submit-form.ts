/** Presses the button that sends the form at work: a dialog's, or the one that has the focus, or the page's only one. */
export function submitForm(): void {
  press('[type="submit"]')
}

/** Where a form has a button for it. */
export function submitAndGoOn(): void {
  press('[type="submit"][value="next"]')
}

function press(button: string): void {
  const form = dialogForm() ?? document.activeElement?.closest('form') ?? onlyForm()
  form?.querySelector<HTMLElement>(button)?.click()
}

function dialogForm(): HTMLFormElement | undefined {
  const forms = document.querySelectorAll<HTMLFormElement>('[role="dialog"] form, [role="alertdialog"] form')
  return [...forms].at(-1)
}

function onlyForm(): HTMLFormElement | undefined {
  const [form, ...others] = document.querySelectorAll<HTMLFormElement>('#main form:not([role="search"])')
  return others.length === 0 ? form : undefined
}
