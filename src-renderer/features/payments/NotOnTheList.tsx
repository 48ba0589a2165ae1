import { pages } from '../../../contract/pages.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'

export function NotOnTheList() {
  return (
    <Card>
      <EmptyState
        as="h1"
        title="This isn’t on your purchase list"
        text="It may have been deleted, or it may belong to another account."
        action={<LinkButton to={pages.purchases.path}>View your list</LinkButton>}
      />
    </Card>
  )
}
