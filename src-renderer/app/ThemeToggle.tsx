import { Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/controls/Button.tsx'
import { switchLabel, useTheme, type Theme } from '../ui/theme.ts'

export function ThemeToggle() {
  const [theme, toggle] = useTheme()
  return (
    <IconButton label={switchLabel(theme)} onClick={toggle}>
      <ThemeIcon theme={theme} />
    </IconButton>
  )
}

export function ThemeIcon({ theme }: { theme: Theme }) {
  return theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />
}
