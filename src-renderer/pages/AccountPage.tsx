import { pages } from '../../contract/pages.ts'
import { AccountSections } from '../features/account/AccountSections.tsx'
import { PageHead } from '../ui/PageHead.tsx'

export function AccountPage() {
  return (
    <>
      <PageHead title={pages.account.title} />
      <AccountSections />
    </>
  )
}
