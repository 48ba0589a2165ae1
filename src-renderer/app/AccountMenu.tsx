import { BadgeCheck, LayoutDashboard, LogOut, Star } from 'lucide-react'
import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import { useAppDispatch } from '../session/store.ts'
import { getThemeSwitchLabel, useTheme } from '../ui/theme.ts'
import { ThemeIcon } from './ThemeToggle.tsx'
import { Avatar } from '../ui/controls/Avatar.tsx'
import { Badge } from '../ui/controls/Badge.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { endSession } from '../session/session.ts'
import type { Me } from '../session/session.slice.ts'

/** Shows the signed-in user's avatar in the header, with a menu of the user's pages. */
export function AccountMenu({ me }: { me: Me }) {
  const dispatch = useAppDispatch()
  const [theme, toggleTheme] = useTheme()
  const badge = roleBadge(me)

  return (
    <Menu
      label={`Account of ${me.fullName}`}
      className="inline-grid size-11 place-items-center rounded-full"
      heading={
        <p className="px-3 pt-2 pb-1">
          <span className="block truncate font-semibold">{me.fullName}</span>
          <span className="block truncate text-tiny text-subtle">{me.email}</span>
        </p>
      }
      entries={[
        badge !== null && {
          label: <Badge tone="primary">{badge}</Badge>,
          icon: <BadgeCheck />,
          onSelect: () => toast.info(strings.session.badgeToast),
        },
        'separator',
        { label: strings.nav.dashboard, icon: <LayoutDashboard />, to: getDashboardPath(me) },
        { label: strings.nav.addReview, icon: <Star />, to: pages.addReview.path },
        { label: getThemeSwitchLabel(theme), icon: <ThemeIcon theme={theme} />, onSelect: toggleTheme },
        'separator',
        { label: strings.nav.logout, icon: <LogOut />, onSelect: () => void dispatch(endSession()) },
      ]}
    >
      <Avatar src={me.photoURL} name={me.fullName} className="size-9" />
    </Menu>
  )
}

/**
 * Returns the dashboard's first page: the overview of pending work for sellers and admins, and the
 * purchase list for buyers.
 */
function getDashboardPath({ isAdmin, isSeller }: Me): string {
  return isAdmin || isSeller ? pages.overview.path : pages.purchases.path
}

function roleBadge({ isAdmin, isSeller }: Me): string | null {
  if (isAdmin && isSeller) return strings.session.adminAndSeller
  if (isAdmin) return strings.session.admin
  return isSeller ? strings.session.seller : null
}
