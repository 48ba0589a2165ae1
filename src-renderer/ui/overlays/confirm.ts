import type { ReactNode } from 'react'
import { createRequestQueue } from '../request-queue.ts'

export interface ConfirmQuestion {
  title: string
  text?: string
  /** Below the text: what a sentence can't say. */
  content?: ReactNode
  /** Verb and object: 'Delete car'. */
  confirmLabel: string
  cancelLabel?: string
  tone?: 'danger' | 'primary'
  /** What must be typed before it can be confirmed, such as a user's e-mail address. */
  typed?: string
}

export interface ConfirmRequest extends ConfirmQuestion {
  answer: (isConfirmed: boolean) => void
}

export const confirmRequests = createRequestQueue<ConfirmRequest>()

/** Asks before something that matters: `if (await confirm({ title, confirmLabel: 'Delete car' })) …` */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  return new Promise((answer) => confirmRequests.push({ ...question, answer }))
}
