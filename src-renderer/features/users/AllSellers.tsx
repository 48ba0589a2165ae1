import { BadgeCheck, MoreHorizontal, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../contract/number-format.ts'
import { pages } from '../../../contract/pages.ts'
import { MAX_ROW_CALLS } from '../../../contract/cars/change-limits.ts'
import type { User } from '../../../contract/users.ts'
import { useMe } from '../../session/use-session.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../ui/overlays/MenuPopup.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { useList } from '../../ui/table/use-list.ts'
import type { ShownSelection } from '../../ui/table/selection.ts'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import { handleSingleClick } from '../../ui/single-click.ts'
import { useSelection } from '../../ui/table/use-selection.ts'
import { buildEmailColumns, nameColumn } from './people-columns.tsx'
import { SellerDetails } from './SellerDetails.tsx'
import { badgeLabels, sellersList } from './people-lists.ts'
import { useDeleteUser } from './use-delete-user.ts'
import { useVerification } from './use-verification.tsx'

interface AllSellersProps {
  renderRecord: (user: User) => ReactNode
}

/**
 * Lists the sellers and their badges. Any signed-in user can open the page, but only admins get the list from
 * the server.
 */
export function AllSellers({ renderRecord }: AllSellersProps) {
  const me = useMe()
  const { query, view, items, total } = useList(sellersList)
  const verification = useVerification()
  const deleteUser = useDeleteUser()
  const selection = useSelection(
    items.filter(({ verified }) => !verified),
    'seller',
    MAX_ROW_CALLS,
  )

  function menu(user: User): (MenuEntry | false)[] {
    return [
      verification.of(user),
      user._id !== me._id && {
        label: 'Delete',
        icon: <Trash2 />,
        tone: 'danger',
        onSelect: () => void deleteUser(user),
      },
    ]
  }

  function details(user: User) {
    const { label, onSelect } = verification.of(user)
    return (
      <SellerDetails
        user={user}
        badge={<SellerBadge user={user} />}
        record={renderRecord(user)}
        action={
          <Button variant="secondary" size="small" onClick={handleSingleClick(onSelect)}>
            {label}
          </Button>
        }
      />
    )
  }

  return (
    <>
      <PageHead
        title={pages.allSellers.title}
        count={total}
        actions={<ExportMenu list="listSellers" fileName="kerblight-sellers" view={view} />}
      />
      <ListTable
        caption={pages.allSellers.title}
        query={query}
        view={view}
        rowKey={(user) => user._id}
        empty={
          <EmptyState
            icon={<BadgeCheck />}
            title="No sellers yet"
            text="New sellers show up here to be verified."
          />
        }
        consoleOptions={{
          selection,
          details,
          bulkBar: (shown) => <SellerBar selection={shown} />,
          deletion: (user) => (user._id === me._id ? null : () => void deleteUser(user)),
        }}
        columns={[
          nameColumn,
          ...buildEmailColumns(),
          {
            key: 'verified',
            rank: 1,
            header: 'Verified',
            value: ({ verified }) => badgeLabels[verified ? 'verified' : 'unverified'],
            isFacet: true,
            render: (user) => <SellerBadge user={user} />,
          },
          {
            key: 'actions',
            header: 'Actions',
            kind: 'actions',
            align: 'end',
            render: (user) => (
              <Menu label={`Actions for ${user.fullName}`} entries={menu(user)}>
                <MoreHorizontal />
              </Menu>
            ),
          },
        ]}
      />
    </>
  )
}

function SellerBadge({ user: { verified } }: { user: User }) {
  if (!verified) return <Badge>Not verified</Badge>
  return (
    <Badge tone="success">
      <BadgeCheck aria-hidden="true" className="size-4" />
      Verified
    </Badge>
  )
}

function SellerBar({ selection }: { selection: ShownSelection<User> }) {
  const { verify } = useVerification()
  const [isBusy, setBusy] = useState(false)
  const sellers = selection.items

  async function handleVerify() {
    setBusy(true)
    await verify(sellers)
    setBusy(false)
  }

  return (
    <SelectionBar selection={selection} noun="seller">
      <Button size="small" loading={isBusy} onClick={() => void handleVerify()}>
        <BadgeCheck aria-hidden="true" />
        Verify {formatCount(sellers.length, 'seller')}
      </Button>
    </SelectionBar>
  )
}
