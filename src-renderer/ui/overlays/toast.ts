import { createRequestQueue } from '../request-queue.ts'

export interface ToastAction {
  label: string
  onAction: () => void
}

export interface ToastOptions {
  /** A second, friendlier line below the text from the product specification. */
  detail?: string
  /** An action such as Undo. Using it closes the toast. */
  action?: ToastAction
  /** A second action, shown before `action`. */
  otherAction?: ToastAction
  place?: 'bottom' | 'top'
  /** Duration in milliseconds; by default 5 s without an action and 8 s with one. */
  duration?: number
}

export interface ToastRequest extends ToastOptions {
  type: 'success' | 'error' | 'info'
  text: string
}

export const toastRequests = createRequestQueue<ToastRequest>()

/**
 * Functions that show short messages at the edge of the screen. They may be called from anywhere, including
 * outside React.
 */
export const toast = {
  success: (text: string, options?: ToastOptions) =>
    toastRequests.push({ ...options, type: 'success', text }),
  error: (text: string, options?: ToastOptions) => toastRequests.push({ ...options, type: 'error', text }),
  info: (text: string, options?: ToastOptions) => toastRequests.push({ ...options, type: 'info', text }),
}
