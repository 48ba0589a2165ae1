import { Button, type ButtonProps } from './Button.tsx'
import { useCoolDown } from '../use-cool-down.ts'

interface CoolDownButtonProps extends ButtonProps {
  /** The name that was passed to `startCoolDown`. */
  coolDown: string
  onClick: () => void
}

/**
 * Renders a button with a one-minute countdown until it can be used again. It keeps the focus
 * during the countdown.
 */
export function CoolDownButton({ coolDown, onClick, children, ...rest }: CoolDownButtonProps) {
  const seconds = useCoolDown(coolDown)
  const isWaiting = seconds > 0

  return (
    <Button
      {...rest}
      aria-disabled={isWaiting || undefined}
      onClick={() => {
        if (!isWaiting) onClick()
      }}
    >
      {children}
      {isWaiting && <span className="tabular-nums">in {seconds} s</span>}
    </Button>
  )
}
