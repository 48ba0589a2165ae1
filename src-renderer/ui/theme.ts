import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const KEY = 'kerblight.theme'
const listeners = new Set<() => void>()

/** The theme in use, and a switch that is remembered. Until it is used, the system's choice counts. */
export function useTheme(): [Theme, () => void] {
  return [useSyncExternalStore(subscribe, currentTheme, () => 'light'), toggleTheme]
}

/** What `toggleTheme` is called. */
export function switchLabel(theme: Theme): string {
  return theme === 'dark' ? 'Switch to light mode' : 'Switch to dark mode'
}

/** public/theme.js has set it before the first paint. */
function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

export function toggleTheme(): void {
  const next = currentTheme() === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
  apply(next)
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps up with the system, which may have changed since `theme.js` ran, until somebody chooses. */
export function watchSystemTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    if (!hasChosen()) apply(dark.matches ? 'dark' : 'light')
  }
  follow()
  dark.addEventListener('change', follow)
}

function hasChosen(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}
