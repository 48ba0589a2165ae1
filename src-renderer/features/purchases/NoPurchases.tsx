import { ShoppingCart } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'

export function NoPurchases() {
  return (
    <EmptyState
      icon={<ShoppingCart />}
      title="Your purchase list is empty"
      text="Choose Buy on any car to add it here. Adding a car doesn’t hold it."
      action={<LinkButton to={pages.search.path}>Browse cars</LinkButton>}
    />
  )
}
