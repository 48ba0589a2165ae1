import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useLayoutEffect } from 'react'
import { toastRequests, type ToastRequest } from './toast.ts'
import './overlays.css'

const managers = {
  bottom: Toast.createToastManager<ToastRequest>(),
  top: Toast.createToastManager<ToastRequest>(),
}
const ICONS = { success: CircleCheck, error: CircleAlert, info: Info }

/** Shows what `toast` asks for. Mounted once. */
export function ToastHost() {
  useEffect(() => toastRequests.serve(show), [])

  return (
    <>
      <ToastPlace place="bottom" />
      <ToastPlace place="top" />
    </>
  )
}

function show(request: ToastRequest) {
  const { type, text, place = 'bottom', action } = request
  const timeout = request.duration ?? (action ? 8000 : 5000)
  managers[place].add({ type, timeout, title: text, description: request.detail, data: request })
}

function ToastPlace({ place }: { place: keyof typeof managers }) {
  return (
    <Toast.Provider toastManager={managers[place]} limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          className="toasts no-print"
          data-place={place}
          aria-label={place === 'top' ? 'Notifications at the top' : 'Notifications'}
        >
          <Toasts place={place} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts({ place }: { place: keyof typeof managers }) {
  const { toasts, close } = Toast.useToastManager<ToastRequest>()

  // At once as it is seen.
  useLayoutEffect(() => {
    // The newest first.
    const undoable = toasts.find(({ data }) => data?.action?.label === 'Undo')
    if (!undoable) return
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isUndo(event) || isTyping(event.target)) return
      event.preventDefault()
      undoable.data?.action?.onAction()
      close(undoable.id)
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [toasts, close])

  return toasts.map((shown) => {
    const Icon = ICONS[shown.data?.type ?? 'info']
    const actions = [shown.data?.otherAction, shown.data?.action].filter((action) => action !== undefined)
    return (
      // Base UI makes each a dialog; beside real dialogs that misleads, and nothing here asks for an answer. Its text
      // is read out by the live region, so it is no name: 'Incorrect email or password' names no password field.
      <Toast.Root
        key={shown.id}
        toast={shown}
        role="group"
        aria-modal={undefined}
        aria-labelledby={undefined}
        aria-describedby={undefined}
        className="toast"
        swipeDirection={place === 'top' ? ['up', 'right'] : ['down', 'right']}
      >
        <Icon aria-hidden="true" />
        <div className="toast-text">
          <Toast.Title className="toast-title" render={<p />} />
          <Toast.Description className="toast-detail" />
        </div>
        {actions.length > 0 && (
          <div className="toast-actions">
            {actions.map(({ label, onAction }) => (
              <button
                key={label}
                type="button"
                className="toast-action"
                onClick={() => {
                  onAction()
                  close(shown.id)
                }}
              >
                {label}
              </button>
            ))}
          </div>
        )}
        <Toast.Close className="toast-close" aria-label="Dismiss" aria-hidden={undefined}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Root>
    )
  })
}

function isUndo({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && ctrlKey !== metaKey && !shiftKey && !altKey
}

/** There, it takes back what was typed. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
}
