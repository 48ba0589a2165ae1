import { Suspense } from 'react'
import { pages } from '../../contract/pages.ts'
import { AccountSections } from '../features/account/AccountSections.tsx'
import { platform } from '../platform/current.ts'
import { useMe } from '../session/use-session.ts'
import { createLazyPart } from '../ui/lazy-part.tsx'
import { PageHead } from '../ui/controls/PageHead.tsx'

const WatchedFolder = createLazyPart(() =>
  import('../features/watched-folder/WatchedFolder.tsx').then((module) => module.WatchedFolder),
)

export function AccountPage() {
  const { isSeller, isAdmin } = useMe()
  return (
    <>
      <PageHead title={pages.account.title} />
      <AccountSections
        watchedFolder={
          platform.console &&
          (isSeller || isAdmin) && (
            <Suspense fallback={null}>
              <WatchedFolder host={platform.console} />
            </Suspense>
          )
        }
      />
    </>
  )
}
