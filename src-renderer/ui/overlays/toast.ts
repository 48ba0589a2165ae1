import { createRequestQueue } from '../request-queue.ts'

export interface ToastAction {
  label: string
  onAction: () => void
}

export interface ToastOptions {
  /** A second, friendlier line below the spec's words. */
  detail?: string
  /** Such as Undo. The toast closes when it is used. */
  action?: ToastAction
  /** A second one, before it. */
  otherAction?: ToastAction
  place?: 'bottom' | 'top'
  /** Milliseconds; 5 s without an action, 8 s with one. */
  duration?: number
}

export interface ToastRequest extends ToastOptions {
  type: 'success' | 'error' | 'info'
  text: string
}

export const toastRequests = createRequestQueue<ToastRequest>()

/** Short messages at the screen's edge. May be called from anywhere, outside React too. */
export const toast = {
  success: (text: string, options?: ToastOptions) =>
    toastRequests.push({ ...options, type: 'success', text }),
  error: (text: string, options?: ToastOptions) => toastRequests.push({ ...options, type: 'error', text }),
  info: (text: string, options?: ToastOptions) => toastRequests.push({ ...options, type: 'info', text }),
}
