import { HandCoins } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function NoSales() {
  return (
    <EmptyState
      icon={<HandCoins />}
      title="No sales yet"
      text="When a buyer puts one of your cars on their list, you see it here, paid or not."
      action={<LinkButton to={pages.myCars.path}>See my cars</LinkButton>}
    />
  )
}
