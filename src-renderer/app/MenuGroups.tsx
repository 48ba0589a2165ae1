import { useId } from 'react'
import { NavLink } from 'react-router-dom'
import { figure } from '../../contract/figure.ts'
import type { Me } from '../session/session.slice.ts'
import { homeItem, menuFor, type MenuItem } from './side-menu.ts'
import { useMenuCounts, type MenuCount } from './use-menu-counts.ts'

interface MenuGroupsProps {
  me: Me
  onChoose?: () => void
}

/** The dashboard's pages in their groups, each with how much there is; the way home comes last. */
export function MenuGroups({ me, onChoose }: MenuGroupsProps) {
  const id = useId()
  const counts = useMenuCounts(me)

  return (
    <>
      {menuFor(me).map(({ title, items }) => (
        <div key={title} role="group" aria-labelledby={`${id}-${title}`} className="side-group">
          <p id={`${id}-${title}`} className="side-title">
            {title}
          </p>
          {items.map((item) => (
            <SideLink key={item.to} {...item} count={counts[item.to]} onClick={onChoose} />
          ))}
        </div>
      ))}
      <div className="side-foot">
        <SideLink {...homeItem} onClick={onChoose} />
      </div>
    </>
  )
}

interface SideLinkProps extends MenuItem {
  count?: MenuCount | undefined
  onClick?: (() => void) | undefined
}

export function SideLink({ label, to, icon: Icon, count, onClick }: SideLinkProps) {
  const id = useId()
  return (
    <NavLink to={to} end className="side-link" onClick={onClick} {...(count && { 'aria-describedby': id })}>
      <Icon aria-hidden="true" />
      <span>{label}</span>
      {/* A description, so that the name stays the page's own. */}
      {count && (
        <small id={id} aria-hidden="true" data-new={count.isNew ? '' : undefined}>
          {figure(count.total)}
          {count.isNew && <span className="sr-only"> unread</span>}
        </small>
      )}
    </NavLink>
  )
}
