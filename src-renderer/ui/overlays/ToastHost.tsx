import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { toastRequests, type ToastAction, type ToastRequest } from './toast.ts'
import './overlays.css'

/** Reading time in milliseconds. A toast that is covered sooner counts as unread. */
const READING_TIME = 1000
/** Vertical margins in pixels between the toast and the content that it must not cover. */
const MARGINS = 32
/**
 * Maximum length of an action label that is placed next to the toast's text instead of below it.
 */
const MAX_INLINE_LABEL_LENGTH = 12

interface Shown extends ToastRequest {
  /** The time when the toast appeared, by `performance.now()`. */
  since: number
}

const managers = {
  bottom: Toast.createToastManager<Shown>(),
  top: Toast.createToastManager<Shown>(),
}
type Place = keyof typeof managers
/** The latest toast at each position, with its duration in milliseconds. */
const newest: Partial<Record<Place, { id: string; since: number; timeout: number }>> = {}
const ICONS = { success: CircleCheck, error: CircleAlert, info: Info }

export function ToastHost() {
  useEffect(() => toastRequests.serve(showToast), [])
  useEffect(watchPointerPresses, [])

  return (
    <>
      <ToastArea place="bottom" />
      <ToastArea place="top" />
    </>
  )
}

/**
 * The time of the last key or pointer press, by `performance.now()`. If nothing was pressed since a
 * toast appeared, the reported action itself caused the navigation, so the toast stays.
 */
let lastPress = 0

function watchPointerPresses(): () => void {
  const stop = new AbortController()
  const note = () => (lastPress = performance.now())
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, note, { signal: stop.signal, capture: true })
  return () => stop.abort()
}

function showToast(request: ToastRequest) {
  const { type, text, place = 'bottom', action } = request
  const timeout = request.duration ?? (action ? 8000 : 5000)
  const since = performance.now()
  // A toast that was covered before anyone could read it gets its full duration afterward.
  const coveredToast = newest[place]
  if (coveredToast && since - coveredToast.since < READING_TIME)
    managers[place].update(coveredToast.id, { timeout: coveredToast.timeout + timeout })
  managers[place === 'top' ? 'bottom' : 'top'].close()
  const data = { ...request, since }
  const id = managers[place].add({ type, timeout, title: text, description: request.detail, data })
  newest[place] = { id, since, timeout }
}

/** Shows one toast at a time. When it closes, an earlier toast reappears if its time is not up. */
function ToastArea({ place }: { place: Place }) {
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

/** Creates a ref that publishes a toast's height, so that dialogs can reserve the space. */
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

  // A toast with Undo survives navigation: no other page offers to undo the action.
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  const closeOld = useEffectEvent((path: string) => {
    if (path === lastPath.current) return
    lastPath.current = path
    for (const { id, data } of toasts) if (data && !isUndoable(data) && data.since < lastPress) close(id)
  })
  useEffect(() => closeOld(pathname), [pathname])

  // A layout effect activates the shortcut as soon as the toast is visible.
  useLayoutEffect(() => {
    // The list starts with the newest toast, so the shortcut undoes the latest action.
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

  return toasts.map((shownToast) => {
    const Icon = ICONS[shownToast.data?.type ?? 'info']
    const actions = [shownToast.data?.otherAction, shownToast.data?.action].filter(
      (action) => action !== undefined,
    )
    return (
      // Base UI makes each toast a dialog, although no toast requires a response. The live region
      // announces the text. It must not be the accessible name, or 'Incorrect email or password'
      // would name a password field.
      <Toast.Root
        key={shownToast.id}
        toast={shownToast}
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
                  close(shownToast.id)
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
  return actions.length > 1 || actions.some(({ label }) => label.length > MAX_INLINE_LABEL_LENGTH)
}

function isUndo({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && ctrlKey !== metaKey && !shiftKey && !altKey
}

/** Reports whether the shortcut should undo typing in the target instead. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
}
