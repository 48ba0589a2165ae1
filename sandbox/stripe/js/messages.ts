import type { Brand } from './card-number.ts'

export interface ResultError {
  type: string
  message: string
  code?: string
  [extra: string]: unknown
}

/** The result of the iframe's API request. As in Stripe.js, errors are returned and never thrown. */
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

/** A request with the iframe's card, which the embedding page never sees. */
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

/** The first message to an iframe, with the port for all further messages. */
export const CONNECT = 'stripe-sandbox-connect'
