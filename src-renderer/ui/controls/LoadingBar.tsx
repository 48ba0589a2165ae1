/** A thin sign at the top of the window that what was asked for is on its way. */
export function LoadingBar() {
  return <div className="navigation-bar" aria-hidden="true" />
}
