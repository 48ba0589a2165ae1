import { createFrameName, setStyles } from './frames.ts'
import { CONNECT } from './messages.ts'

/** Shows the bank's page in a modal overlay until the customer has decided. */
export function openOverlay(url: string): Promise<void> {
  const dialog = document.createElement('dialog')
  dialog.ariaLabel = 'Authentication by your bank'
  const frame = document.createElement('iframe')
  frame.name = createFrameName()
  frame.title = '3D Secure authentication'
  frame.allow = 'publickey-credentials-get *'
  frame.src = url
  const fill = {
    width: '100%',
    height: '100%',
    'max-width': 'none',
    'max-height': 'none',
    margin: '0',
    padding: '0',
    border: 'none',
    overflow: 'hidden',
    'color-scheme': 'light only',
  }
  setStyles(dialog, { ...fill, position: 'fixed', inset: '0', background: 'rgba(15, 23, 42, 0.55)' })
  setStyles(frame, { ...fill, display: 'block', background: 'transparent' })
  dialog.append(frame)

  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      dialog.close()
      dialog.remove()
      resolve()
    })
    port1.start()
    frame.addEventListener(
      'load',
      () => {
        frame.contentWindow?.postMessage(CONNECT, new URL(url).origin, [port2])
        frame.focus()
      },
      { once: true },
    )
    // Only the bank's page decides the outcome, so Escape must not close the overlay.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      port1.postMessage('cancel')
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
