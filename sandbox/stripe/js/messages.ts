import type { Brand } from './card-number.ts'

/** An error in the shape Stripe.js gives to its caller. */
export interface ResultError {
  type: string
  message: string
  code?: string
  [extra: string]: unknown
}

/** What the frame asks the API for, and what comes back: never thrown, as in Stripe.js. */
export type Result = { error: ResultError } | { body: Record<string, unknown> }

export interface CardState {
  brand: Brand
  complete: boolean
  empty: boolean
  error: { type: 'validation_error'; code: string; message: string } | undefined
  value: { postalCode: string }
}

export type StyleValues = Record<string, string | Record<string, string>>

export interface CardOptions {
  style?: Partial<Record<'base' | 'complete' | 'empty' | 'invalid', StyleValues>>
  hidePostalCode?: boolean
  hideIcon?: boolean
  iconStyle?: 'default' | 'solid'
  disabled?: boolean
  value?: { postalCode?: string }
}

/** A call that the frame makes with the card it holds: the page never sees the number. */
export interface CardRequest {
  path: string
  key: string
  billingDetails: Record<string, unknown>
  params: Record<string, unknown>
}

export type ToFrame =
  | { kind: 'options'; options: CardOptions }
  | { kind: 'focus' | 'blur' | 'clear' }
  | { kind: 'request'; id: number; request: CardRequest }

export type FromFrame =
  | { kind: 'ready' | 'focus' | 'blur' | 'escape' | 'submit' }
  | { kind: 'resize'; height: number }
  | { kind: 'change'; state: CardState }
  | { kind: 'response'; id: number; result: Result }

/** The page's first message to a frame carries the port all others go through. */
export const CONNECT = 'stripe-sandbox-connect'
