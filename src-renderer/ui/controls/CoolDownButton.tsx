import { Button, type ButtonProps } from './Button.tsx'
import { useCoolDown } from '../use-cool-down.ts'

interface CoolDownButtonProps extends ButtonProps {
  /** The name that `startCoolDown` was given. */
  coolDown: string
  onClick: () => void
}

/** Waits a minute between two uses, and counts it down. It keeps the focus meanwhile. */
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
