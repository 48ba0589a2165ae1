import type { ReactNode } from 'react'
import { createRequestQueue } from '../request-queue.ts'

export interface ConfirmQuestion {
  title: string
  text?: string
  content?: ReactNode
  /** A verb and an object: 'Delete car'. */
  confirmLabel: string
  cancelLabel?: string
  tone?: 'danger' | 'primary'
  /** Text that the user must type to confirm, such as a user's email address. */
  typed?: string
}

export interface ConfirmRequest extends ConfirmQuestion {
  answer: (isConfirmed: boolean) => void
}

export const confirmRequests = createRequestQueue<ConfirmRequest>()

/**
 * Asks the user to confirm an important action: `if (await confirm({ title, confirmLabel: 'Delete
 * car' })) …`
 */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  return new Promise((answer) => confirmRequests.push({ ...question, answer }))
}
