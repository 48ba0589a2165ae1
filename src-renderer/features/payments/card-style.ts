import type { StripeCardElementOptions } from '@stripe/stripe-js'
import type { Theme } from '../../ui/theme.ts'

/** The card form lies in Stripe's own frame, where our styles do not reach: it is told our colours. */
export function cardOptions(theme: Theme): StripeCardElementOptions {
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(name).trim()
  return {
    hidePostalCode: true,
    iconStyle: theme === 'dark' ? 'solid' : 'default',
    style: {
      base: {
        color: token('--fg'),
        iconColor: token('--muted'),
        fontFamily: 'Figtree, system-ui, sans-serif',
        fontSize: '16px',
        lineHeight: '24px',
        '::placeholder': { color: token('--subtle') },
      },
      invalid: { color: token('--danger'), iconColor: token('--danger') },
    },
  }
}
