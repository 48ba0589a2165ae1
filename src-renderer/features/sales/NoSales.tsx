import { HandCoins } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'

export function NoSales() {
  return (
    <EmptyState
      icon={<HandCoins />}
      title="No sales yet"
      text="When a buyer adds one of your cars to their purchase list, it shows up here."
      action={<LinkButton to={pages.myCars.path}>View my cars</LinkButton>}
    />
  )
}
