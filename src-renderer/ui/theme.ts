import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const KEY = 'kerblight.theme'
const listeners = new Set<() => void>()

/**
 * Returns the current theme and a function that toggles it. The system theme applies until the user
 * chooses one. The choice is stored.
 */
export function useTheme(): [Theme, () => void] {
  return [useSyncExternalStore(subscribe, currentTheme, () => 'light'), toggleTheme]
}

/** Returns the label of the theme toggle. */
export function getThemeSwitchLabel(theme: Theme): string {
  return theme === 'dark' ? 'Switch to light mode' : 'Switch to dark mode'
}

/** Returns the theme that `public/theme.js` set before the first paint, or the one chosen since. */
function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

export function toggleTheme(): void {
  const next = currentTheme() === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Storage is blocked, so the choice applies to this page only.
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

/**
 * Follows the system theme until the user chooses one. The system theme may already have changed
 * since `theme.js` ran.
 */
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
