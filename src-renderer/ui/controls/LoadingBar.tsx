/** Shows a thin bar at the top of the window while requested content loads. */
export function LoadingBar() {
  return <div className="navigation-bar" aria-hidden="true" />
}
