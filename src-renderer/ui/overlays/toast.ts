import { createRequestQueue } from '../request-queue.ts'

export interface ToastAction {
  label: string
  onAction: () => void
}

export interface ToastOptions {
  detail?: string
  /** An action such as Undo, which also closes the toast. */
  action?: ToastAction
  otherAction?: ToastAction
  place?: 'bottom' | 'top'
  /** In milliseconds. The default is 5 s without an action and 8 s with one. */
  duration?: number
}

export interface ToastRequest extends ToastOptions {
  type: 'success' | 'error' | 'info'
  text: string
}

export const toastRequests = createRequestQueue<ToastRequest>()

/**
 * Shows short messages at the edge of the screen. Callable from anywhere, including outside React.
 */
export const toast = {
  success: (text: string, options?: ToastOptions) =>
    toastRequests.push({ ...options, type: 'success', text }),
  error: (text: string, options?: ToastOptions) => toastRequests.push({ ...options, type: 'error', text }),
  info: (text: string, options?: ToastOptions) => toastRequests.push({ ...options, type: 'info', text }),
}
