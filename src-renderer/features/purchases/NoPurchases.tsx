import { ShoppingCart } from 'lucide-react'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function NoPurchases() {
  return (
    <EmptyState
      icon={<ShoppingCart />}
      title="Your purchase list is empty"
      text="Press Buy on a car, and it waits for you here until you pay."
      action={<LinkButton to="/#car-category">Browse cars</LinkButton>}
    />
  )
}
