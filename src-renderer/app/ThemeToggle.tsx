import { Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { useTheme } from './theme.ts'

export function ThemeToggle() {
  const [theme, toggle] = useTheme()
  const isDark = theme === 'dark'
  return (
    <IconButton label={isDark ? 'Use the light theme' : 'Use the dark theme'} onClick={toggle}>
      {isDark ? <Sun /> : <Moon />}
    </IconButton>
  )
}
