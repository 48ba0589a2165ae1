import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { toastRequests, type ToastAction, type ToastRequest } from './toast.ts'
import './overlays.css'

/** A toast that another one covers sooner, in milliseconds, has not been read. */
const READING_TIME = 1000
/** Pixels between the toast and what it must not cover, and below it. */
const MARGINS = 32
/** A longer label stands below the text of its toast, in characters. */
const MAX_LABEL_BESIDE = 12

interface Shown extends ToastRequest {
  /** A time of `performance.now()`. */
  since: number
}

const managers = {
  bottom: Toast.createToastManager<Shown>(),
  top: Toast.createToastManager<Shown>(),
}
type Place = keyof typeof managers
/** The toasts that were added last, with the milliseconds that they were to be shown for. */
const newest: Partial<Record<Place, { id: string; since: number; timeout: number }>> = {}
const ICONS = { success: CircleCheck, error: CircleAlert, info: Info }

/** Shows what `toast` asks for. Mounted once. */
export function ToastHost() {
  useEffect(() => toastRequests.serve(show), [])
  useEffect(watchPointerPresses, [])

  return (
    <>
      <ToastPlace place="bottom" />
      <ToastPlace place="top" />
    </>
  )
}

/** A time of `performance.now()`. A navigation without a press since the toast belongs to what the toast says. */
let lastPress = 0

function watchPointerPresses(): () => void {
  const stop = new AbortController()
  const note = () => (lastPress = performance.now())
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, note, { signal: stop.signal, capture: true })
  return () => stop.abort()
}

function show(request: ToastRequest) {
  const { type, text, place = 'bottom', action } = request
  const timeout = request.duration ?? (action ? 8000 : 5000)
  const since = performance.now()
  // One that is covered before anybody can read it has its whole time when the new one is gone.
  const covered = newest[place]
  if (covered && since - covered.since < READING_TIME)
    managers[place].update(covered.id, { timeout: covered.timeout + timeout })
  managers[place === 'top' ? 'bottom' : 'top'].close()
  const data = { ...request, since }
  const id = managers[place].add({ type, timeout, title: text, description: request.detail, data })
  newest[place] = { id, since, timeout }
}

/** Shows one toast at a time: an earlier one comes back once the newest is gone, if it still has time. */
function ToastPlace({ place }: { place: Place }) {
  return (
    <Toast.Provider toastManager={managers[place]} limit={1}>
      <Toast.Portal>
        <Toast.Viewport
          ref={place === 'top' ? reserveSpaceAbove : reserveSpaceBelow}
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

const reserveSpaceAbove = reserveSpace('--toast-top')
const reserveSpaceBelow = reserveSpace('--toast-bottom')

/** Makes a ref that tells dialogs how much room a toast takes, since nothing of theirs may be covered. */
function reserveSpace(name: string) {
  return (viewport: HTMLElement | null) => {
    if (!viewport) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0
      if (height > 0) style.setProperty(name, `${height + MARGINS}px`)
      else style.removeProperty(name)
    })
    observer.observe(viewport)
    return () => observer.disconnect()
  }
}

function Toasts({ place }: { place: Place }) {
  const { toasts, close } = Toast.useToastManager<Shown>()

  // What can be undone stays until its time is over, since no other page offers to undo it.
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  const closeOld = useEffectEvent((path: string) => {
    if (path === lastPath.current) return
    lastPath.current = path
    for (const { id, data } of toasts) if (data && !isUndoable(data) && data.since < lastPress) close(id)
  })
  useEffect(() => closeOld(pathname), [pathname])

  // At once as it is seen.
  useLayoutEffect(() => {
    // The newest first.
    const undoable = toasts.find(({ data }) => data && isUndoable(data))
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
        data-actions={isBelow(actions) ? 'below' : undefined}
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

function isUndoable({ action }: ToastRequest): boolean {
  return action?.label === 'Undo'
}

function isBelow(actions: readonly ToastAction[]): boolean {
  return actions.length > 1 || actions.some(({ label }) => label.length > MAX_LABEL_BESIDE)
}

function isUndo({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && ctrlKey !== metaKey && !shiftKey && !altKey
}

/** There, it takes back what was typed. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
}
