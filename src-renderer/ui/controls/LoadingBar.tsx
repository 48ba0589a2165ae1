export function LoadingBar() {
  return <div className="navigation-bar" aria-hidden="true" />
}
