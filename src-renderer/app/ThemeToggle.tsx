import { Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/controls/Button.tsx'
import { getThemeSwitchLabel, useTheme, type Theme } from '../ui/theme.ts'

export function ThemeToggle() {
  const [theme, toggle] = useTheme()
  return (
    <IconButton label={getThemeSwitchLabel(theme)} onClick={toggle}>
      <ThemeIcon theme={theme} />
    </IconButton>
  )
}

export function ThemeIcon({ theme }: { theme: Theme }) {
  return theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />
}
